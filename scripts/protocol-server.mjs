// Controls the tests' own server for EventStoreDB's protocol. The server has one node or three, each in its
// own process, with a log in a file. This script is also an example of a command for EVENT_STORE_TEST_FAULTS:
//
//     node scripts/protocol-server.mjs <folder> up [1|3]     prints the connection string
//     node scripts/protocol-server.mjs <folder> kill|start|freeze|thaw leader|all
//     node scripts/protocol-server.mjs <folder> down
//
// Needs a built backend (npx tsc -b). Unix only, because it freezes nodes with SIGSTOP.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './workspace.mjs';

/** Milliseconds that an election takes. Real clusters are without a leader for about that long. */
const ELECTION_MS = 2_000;
const NODE = join(
  root,
  'backend/dist/eventsourcing/event-store/eventstoredb/testing/protocol-server.main.js',
);

const [folder, word, what = 'all'] = process.argv.slice(2);
const file = join(folder ?? '', 'cluster.json');
const read = () => JSON.parse(readFileSync(file, 'utf8'));

/** Replaces the cluster's file atomically, because the nodes read the file at every call. */
function write(cluster) {
  writeFileSync(`${file}.new`, JSON.stringify(cluster));
  renameSync(`${file}.new`, file);
}

/**
 * Keeps the leader if it is up and a majority of the nodes is up. Otherwise elects another leader, which
 * takes ELECTION_MS if there are several nodes. Without a majority, the cluster has no leader.
 */
function elect(cluster) {
  const running = cluster.nodes.flatMap(({ state }, at) => (state === 'up' ? [at] : []));
  const hasMajority = running.length * 2 > cluster.nodes.length;
  if (hasMajority && running.includes(cluster.leader.at)) return;
  const from = cluster.nodes.length > 1 ? Date.now() + ELECTION_MS : 0;
  // A former leader may have events that no other node has. A real node drops these events, and exits to do
  // so.
  if (hasMajority && cluster.leader.at !== null) cluster.nodes[cluster.leader.at].mustTruncate = true;
  cluster.leader = {
    at: hasMajority ? running[0] : null,
    was: cluster.leader.at ?? cluster.leader.was,
    from,
  };
}

/**
 * Returns the nodes that are in one of the given states and that the argument selects. `all` selects all of
 * them. In commands for running nodes, `leader` selects the current leader, or the last leader if there is
 * none. In `start` and `thaw`, `leader` selects all killed or frozen nodes, because the former leader is
 * among them.
 */
function selected({ nodes, leader }, states) {
  const some = nodes.filter(({ state }) => states.includes(state));
  if (what === 'all' || !states.includes('up')) return some;
  return some.filter((node) => nodes.indexOf(node) === (leader.at ?? leader.was));
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

async function started(cluster, node) {
  const number = String(cluster.nodes.indexOf(node));
  const child = spawn(process.execPath, [NODE, folder, number], { detached: true, stdio: 'ignore' });
  child.unref();
  Object.assign(node, { pid: child.pid, state: 'up' });
  write(cluster);
  while (child.exitCode !== null || node.mustTruncate || !(await answers(node.port))) {
    if (child.exitCode === 0 && node.mustTruncate) return startedAgain(cluster, node);
    if (child.exitCode !== null) throw new Error(`node ${number} ended with ${child.exitCode}`);
    await pause(20);
  }
}

/**
 * Starts a node again after it exited with code 0 to drop its events. A container engine does the same with
 * `restart: unless-stopped`.
 */
function startedAgain(cluster, node) {
  node.mustTruncate = false;
  return started(cluster, node);
}

/** True if the process is running and not a zombie. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function ended(node) {
  if (node.state !== 'killed' && isRunning(node.pid)) process.kill(node.pid, 'SIGKILL');
  while (isRunning(node.pid)) await pause(10);
  node.state = 'killed';
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function up(count) {
  mkdirSync(folder, { recursive: true });
  const nodes = [];
  for (let n = 0; n < count; n += 1) nodes.push({ port: await freePort(), pid: 0, state: 'killed' });
  const cluster = { nodes, leader: { at: 0, was: 0, from: 0 } };
  write(cluster);
  for (const node of nodes) await started(cluster, node);
  const hosts = nodes.map(({ port }) => `localhost:${port}`).join(',');
  return `esdb://${hosts}?tls=false${count > 1 ? '&discoveryInterval=50&gossipTimeout=1&maxDiscoverAttempts=40' : ''}`;
}

const words = {
  up: async () => console.log(await up(Number(what === 'all' ? 1 : what))),
  kill: async (cluster) => {
    for (const node of selected(cluster, ['up', 'frozen'])) await ended(node);
  },
  start: async (cluster) => {
    for (const node of selected(cluster, ['killed'])) await started(cluster, node);
  },
  freeze: (cluster) => {
    for (const node of selected(cluster, ['up'])) {
      process.kill(node.pid, 'SIGSTOP');
      node.state = 'frozen';
    }
  },
  thaw: async (cluster) => {
    for (const node of selected(cluster, ['frozen'])) {
      node.state = 'up';
      write(cluster);
      process.kill(node.pid, 'SIGCONT');
      if (!node.mustTruncate) continue;
      while (isRunning(node.pid)) await pause(10);
      await startedAgain(cluster, node);
    }
  },
  down: async (cluster) => {
    for (const node of cluster.nodes) await ended(node);
  },
};

try {
  const act = words[word];
  if (folder === undefined || act === undefined || !['leader', 'all', '1', '3'].includes(what))
    throw new Error('<folder> up [1|3], <folder> kill|start|freeze|thaw leader|all, or <folder> down');
  if (word === 'up') await act();
  else {
    const cluster = read();
    await act(cluster);
    elect(cluster);
    write(cluster);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
