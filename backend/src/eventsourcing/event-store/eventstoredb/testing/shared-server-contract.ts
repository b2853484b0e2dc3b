import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { tenthUnlessLong } from '../../../../platform/testing/long-run.js';
import { until } from '../../../../platform/testing/until.js';
import { eventStoreContract } from '../../testing/contract.js';
import type { StoreUnderTest } from '../../testing/store-under-test.js';
import { event, events, labelOf, readEverything } from '../../testing/contract-parts.js';
import type { EventStore } from '../../event-store.js';
import { createEventStoreDbEventStore } from '../eventstoredb-event-store.js';
import { cuttingProxy } from './cutting-proxy.js';
import { ownPrefix } from './real-store.js';

export type Word = 'kill' | 'start' | 'freeze' | 'thaw';
export type Whom = 'leader' | 'all';

/**
 * Runs the command that kills and freezes servers.
 * @throws Error if the command fails
 */
export async function causeFault(command: string, word: Word, whom: Whom): Promise<void> {
  await promisify(exec)(`${command} ${word} ${whom}`);
}

/**
 * The command's arguments for each trouble: the word that begins the trouble, the word that ends it, and the
 * affected servers. The keys are the troubles' names in the contract suite.
 */
const TROUBLES = {
  'is killed': ['kill', 'start', 'all'],
  'is frozen': ['freeze', 'thaw', 'all'],
  'has its leader killed': ['kill', 'start', 'leader'],
  'has its leader frozen': ['freeze', 'thaw', 'leader'],
} as const satisfies Readonly<Record<string, readonly [begin: Word, end: Word, whom: Whom]>>;
export type Trouble = keyof typeof TROUBLES;
const ALL = Object.keys(TROUBLES) as Trouble[];

const FOREIGN = 20_000;
const EVENTS_PER_APPEND = 500;

/**
 * Registers the contract suite against one running server that all tests share. Every test has its own stream
 * prefix and removes nothing, so other programs can still use the server.
 *
 * If the URL names one host, the tests reach it through a proxy on localhost that can cut connections. A
 * certificate must then be valid for localhost. If the URL names a cluster, the tests reach its nodes
 * directly. The tests of lost connections then cut no connection, and only show that nothing else breaks.
 * @param faults the command that kills and freezes the server; without it there are no faults
 * @param troubles the faults to test, all by default
 */
export function sharedServerContract(
  name: string,
  url: () => string,
  faults?: () => string,
  troubles: readonly Trouble[] = ALL,
): void {
  eventStoreContract(name, () => storeOn(url(), faults), faults === undefined ? [] : troubles);

  describe(`${name}, with many events of other applications`, () => {
    let other: StoreUnderTest;
    let own: StoreUnderTest;
    beforeAll(async () => {
      other = await storeOn(url());
      for (let n = 0; n < tenthUnlessLong(FOREIGN); n += EVENTS_PER_APPEND)
        await other.store.append(`other-${n}`, 'no-stream', events(EVENTS_PER_APPEND, 'other'));
      own = await storeOn(url());
    });
    afterAll(async () => {
      await own.destroy();
      await other.destroy();
    });

    it('shows each store only its own events, from the first start on', async () => {
      const { store, reopen } = own;
      await store.check();
      expect(await store.head()).toBeUndefined();
      expect(await readEverything(store)).toEqual([]);
      const seen: string[] = [];
      let all = false;
      const subscription = store.subscribe({
        after: undefined,
        onBatch: (batch) => Promise.resolve(void seen.push(...batch.map(labelOf))),
        onCaughtUp: () => (all = true),
      });
      await until(() => all);
      const { position } = await store.append('a-1', 'no-stream', [event('mine')]);
      await until(() => seen.length > 0);
      await other.store.append('last-1', 'no-stream', [event('not mine')]);
      const again = await reopen();
      await again.check();
      expect(await again.head()).toBe(position);
      expect((await readEverything(again)).map(labelOf)).toEqual(['mine']);
      expect(seen).toEqual(['mine']);
      await subscription.stop();
    });
  });
}

async function storeOn(url: string, faults?: () => string): Promise<StoreUnderTest> {
  const streamPrefix = ownPrefix();
  const proxy = await cuttingProxy(url);
  const opened: EventStore[] = [];
  const reopen = async (): Promise<EventStore> => {
    const store = await createEventStoreDbEventStore({ connectionString: proxy?.url ?? url, streamPrefix });
    opened.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    breakConnections: () => Promise.resolve(proxy?.cut()),
    trouble: async (trouble) => {
      const [begin, end, whom] = TROUBLES[trouble as Trouble];
      const command = faults?.() ?? '';
      await causeFault(command, begin, whom);
      return () => causeFault(command, end, whom);
    },
    destroy: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await proxy?.close();
    },
  };
}
