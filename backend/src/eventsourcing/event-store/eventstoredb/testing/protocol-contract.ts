import { scaledTimeout } from '../../../../platform/testing/scaled-timeout.js';
import type { StoreUnderTest } from '../../testing/store-under-test.js';
import { GONE } from '../../testing/contract-parts.js';
import { type Cluster, openCluster } from './cluster.js';
import type { Faults } from './faults.js';
import { OpenStores } from './open-stores.js';
import type { ProtocolServer, ProtocolServerOptions } from './protocol-server.js';

/** Milliseconds that an election of a leader takes, as observed. */
const ELECTION_MS = 2_000;
/**
 * Deadline of a call in milliseconds. It is short, so that the tests do not wait long for an answer that
 * never comes.
 */
const DEADLINE_MS = 1_500;

/**
 * Faults to set on the protocol server for each trouble of the contract suite. The keys are the troubles'
 * names.
 */
const FAULTS: Readonly<Record<string, Partial<Faults>>> = {
  'takes calls and never answers': { silent: true },
  'takes appends and never answers': { silentAppends: '' },
  'has no leader': { noLeader: true },
  'has no quorum': { noQuorum: true },
  'is not ready': { notReady: true },
  'refuses everybody': { accessDenied: true },
};
const HEALTHY: Partial<Faults> = {
  silent: false,
  silentAppends: undefined,
  noLeader: false,
  noQuorum: false,
  notReady: false,
  accessDenied: false,
};
export const TROUBLES_OF_A_SERVER = [...Object.keys(FAULTS), GONE];
export const TROUBLES_OF_A_CLUSTER = [
  'changes its leader',
  'loses its leader',
  'has a leader that is frozen',
];

/** Opens a store on a protocol server of its own. */
export async function storeOnServer(
  streamPrefix: string,
  options: ProtocolServerOptions = {},
): Promise<StoreUnderTest> {
  const stores = new OpenStores();
  const server = await stores.server(options);
  const reopen = () => stores.open(server.url, { streamPrefix, deadlineMs: scaledTimeout(DEADLINE_MS) });
  return {
    store: await reopen(),
    reopen,
    breakConnections: () => Promise.resolve(server.cutConnections()),
    trouble: (name) => troubleOf(server, name),
    destroy: () => stores.close(),
  };
}

async function troubleOf(server: ProtocolServer, name: string): Promise<() => Promise<void>> {
  if (name === GONE) {
    await server.stop();
    return () => server.start();
  }
  Object.assign(server.faults, FAULTS[name]);
  return () => Promise.resolve(void Object.assign(server.faults, HEALTHY));
}

/** Opens a store on a cluster of three nodes. */
export async function storeOnCluster(options: ProtocolServerOptions = {}): Promise<StoreUnderTest> {
  const stores = new OpenStores();
  const cluster = await openCluster(stores, options);
  const reopen = () => stores.open(cluster.url, { deadlineMs: scaledTimeout(DEADLINE_MS) });
  return {
    store: await reopen(),
    reopen,
    breakConnections: () => Promise.resolve(cluster.nodes.forEach((node) => node.cutConnections())),
    trouble: (name) => troubleAmong(cluster, name),
    destroy: () => stores.close(),
  };
}

async function troubleAmong({ nodes, lead }: Cluster, name: string): Promise<() => Promise<void>> {
  const [first] = nodes;
  lead(undefined);
  if (name === 'loses its leader') await first?.stop();
  if (name === 'has a leader that is frozen' && first !== undefined) first.faults.silent = true;
  const elected = new Promise<void>((resolve) => {
    setTimeout(() => {
      lead(1);
      resolve();
    }, ELECTION_MS);
  });
  return async () => {
    await elected;
    if (first === undefined) return;
    first.faults.silent = false;
    if (!first.running) await first.start();
  };
}
