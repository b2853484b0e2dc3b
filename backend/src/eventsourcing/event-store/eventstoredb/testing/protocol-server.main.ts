/**
 * Runs the protocol server as a process of its own, which several backends share. It prints its address and
 * serves until it is stopped. Its log is in memory. scripts/protocol-server.mjs starts it as a cluster's node
 * (`<folder> <number>`); then its log is in a file of that folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileLog } from './file-log.js';
import type { Member } from './membership.js';
import { ProtocolServer } from './protocol-server.js';

/** Milliseconds until a node knows what the leader wrote. */
const REPLICATION_MS = 20;

/** The cluster's state, in the form in which the script writes it. */
interface ClusterState {
  readonly nodes: readonly { readonly port: number; readonly state: 'up' | 'killed' | 'frozen' }[];
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
  setInterval(() => log.sync(), REPLICATION_MS);
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
