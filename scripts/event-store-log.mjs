// Starts the tests' own server for EventStoreDB's protocol. The server's log can be copied and restored, as
// an operator copies and restores a real server's log. Needs a built backend.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** @param folder a new folder, for the log and its copy */
function start(folder) {
  const [log, copy] = [join(folder, 'log'), join(folder, 'copy')];
  const server = (...words) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'scripts/protocol-server.mjs'), folder, ...words],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
    return stdout.trim();
  };
  return {
    url: server('up'),
    copy: () => copyFileSync(log, copy),
    kill: () => server('kill'),
    restart: () => server('start'),
    restore: () => {
      server('kill');
      copyFileSync(copy, log);
      server('start');
    },
    stop: () => server('down'),
  };
}

/** Runs the work with a server, and stops the server afterwards. */
export async function withEventStore(folder, work) {
  const store = start(folder);
  // The server is a detached process. Without this handler, it would keep running after an interrupted
  // command.
  process.on('exit', store.stop);
  try {
    await work(store);
  } finally {
    process.off('exit', store.stop);
    store.stop();
  }
}
