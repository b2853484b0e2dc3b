/**
 * Runs the protocol server in a process of its own, so that several backends can share the server. The
 * process prints the server's address and serves until it is stopped. By default the log is in memory.
 *
 * scripts/protocol-server.mjs passes the arguments `<folder> <number>`. The server is then a node of a
 * cluster, and all nodes share the log file in that folder. If another node has been elected, the former
 * leader exits with code 0 as soon as it runs again. A real node does the same. It marks the events at the
 * end of its log that no other node has, and then exits. Its operator has to start it once more.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileLog } from './file-log.js';
import type { Member } from './membership.js';
import { ProtocolServer } from './protocol-server.js';

/** Interval in milliseconds at which a node reads the events that the leader has written. */
const REPLICATION_MS = 20;

/** Contents of `cluster.json`, which scripts/protocol-server.mjs writes. */
interface ClusterState {
  readonly nodes: readonly {
    readonly port: number;
    readonly state: 'up' | 'killed' | 'frozen';
    /** True if the node led before another node was elected. */
    readonly mustTruncate?: boolean;
  }[];
  /** There is no leader until `from`, which is in milliseconds since the epoch. */
  readonly leader: { readonly at: number | null; readonly from: number };
}

function nodeOf(folder: string, number: number): ProtocolServer {
  const state = (): ClusterState =>
    JSON.parse(readFileSync(join(folder, 'cluster.json'), 'utf8')) as ClusterState;
  const log = new FileLog(join(folder, 'log'));
  const node = new ProtocolServer({ log, port: state().nodes[number]?.port ?? 0 });
  node.members = (): Member[] => {
    const { nodes, leader } = state();
    return nodes.map(({ port, state: condition }, at) => ({
      endpoint: { host: 'localhost', port },
      alive: condition === 'up',
      leads: at === leader.at && Date.now() >= leader.from,
    }));
  };
  const endIfDeposed = (): void => {
    const own = state().nodes[number];
    if (own?.state === 'up' && own.mustTruncate === true) process.exit(0);
  };
  endIfDeposed();
  setInterval(() => {
    log.sync();
    endIfDeposed();
  }, REPLICATION_MS);
  return node;
}

const [folder, number] = process.argv.slice(2);
const server = folder === undefined ? new ProtocolServer() : nodeOf(folder, Number(number));
server.start().then(
  () => process.stdout.write(`${server.url}\n`),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
