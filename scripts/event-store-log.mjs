// The server that speaks EventStoreDB's protocol within the tests, with a log that is copied and put back as an operator
// does it with the log of a real one. It needs a built backend.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** @param folder a new one, for the log and its copy */
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
    goAway: () => server('kill'),
    comeBack: () => server('start'),
    restore: () => {
      server('kill');
      copyFileSync(copy, log);
      server('start');
    },
    stop: () => server('down'),
  };
}

/** Ends the server with the work. */
export async function besideEventStore(folder, work) {
  const store = start(folder);
  // Its node is nobody's child: an interrupted command ends it as well.
  process.on('exit', store.stop);
  try {
    await work(store);
  } finally {
    process.off('exit', store.stop);
    store.stop();
  }
}
