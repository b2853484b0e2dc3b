import { until } from '../../../platform/testing/until.js';
import { scaledTimeout } from '../../../platform/testing/scaled-timeout.js';
import { isLongRun } from '../../../platform/testing/long-run.js';
import { eventStoreContract } from '../testing/contract.js';
import { event, events, labelOf, readEverything } from '../testing/contract-parts.js';
import type { Position } from '../event-store.js';
import { SERVER_CERTIFICATE, SERVER_KEY } from './testing/certificates.js';
import { OpenStores } from './testing/open-stores.js';
import { storeOnCluster, storeOnServer, TROUBLES_OF_A_CLUSTER } from './testing/protocol-contract.js';

/** Server versions that we have run, and two other versions that may be in use. */
const VERSIONS = ['23.10.7', '24.6.0', '24.10.14', '25.0.0', '25.1.4'];

for (const version of ['25.1.4', ...(isLongRun() ? ['24.6.0', '24.10.14', '25.0.0'] : [])])
  eventStoreContract(`EventStoreDB's protocol, as a server of ${version}`, () =>
    storeOnServer('', { version }),
  );
if (isLongRun())
  eventStoreContract("EventStoreDB's protocol, under a clock 20 s ahead", () =>
    storeOnServer('', { clockAheadMs: 20_000 }),
  );
eventStoreContract(
  "EventStoreDB's protocol, three nodes",
  () => storeOnCluster({ version: '24.6.0' }),
  TROUBLES_OF_A_CLUSTER,
);
if (isLongRun())
  eventStoreContract(
    "EventStoreDB's protocol, three nodes with TLS",
    () => storeOnCluster({ version: '24.10.14', tls: { key: SERVER_KEY, certificate: SERVER_CERTIFICATE } }),
    TROUBLES_OF_A_CLUSTER,
  );

const stores = new OpenStores();
afterEach(() => stores.close());

describe('a subscriber', () => {
  it.each(VERSIONS)(
    'gets each event once from a server of version %s, even if the server considers it too slow',
    async (version) => {
      const server = await stores.server({ version });
      const store = await stores.open(server.url);
      const seen: string[] = [];
      let all = 0;
      const subscription = store.subscribe({
        after: undefined,
        onBatch: (batch) => Promise.resolve(void seen.push(...batch.map(labelOf))),
        onCaughtUp: () => (all += 1),
      });
      await store.append('a-1', 'no-stream', events(5, 'e'));
      await until(() => seen.length === 5 && all > 0);
      all = 0;
      server.fallBehind();
      await until(() => all > 0);
      await store.append('b-1', 'no-stream', events(5, 'f'));
      await until(() => seen.length >= 10);
      expect(seen).toEqual((await readEverything(store)).map(labelOf));
      await subscription.stop();
    },
  );
});

describe("a checkpoint of 'nowhere' that an earlier release stored", () => {
  const nowhere = '18446744073709551615' as Position;

  it('is accepted and means the beginning: no event that follows is missed', async () => {
    const server = await stores.server({ version: '24.6.0' });
    const store = await stores.open(server.url);
    await store.append('nda-1', 'no-stream', [event('written before')]);
    expect(await store.holds(nowhere)).toBe(true);
    const seen: string[] = [];
    const places: Position[] = [];
    const subscription = store.subscribe({
      after: nowhere,
      onBatch: (batch, position) => {
        seen.push(...batch.map(labelOf));
        places.push(position);
        return Promise.resolve();
      },
    });
    await until(() => seen.length > 0);
    await store.append('nda-1', 0, [event('written after')]);
    await until(() => seen.length > 1);
    await subscription.stop();
    expect(seen).toEqual(['written before', 'written after']);
    expect(places).not.toContain(nowhere);
    expect((await readEverything(store, { after: nowhere })).map(labelOf)).toEqual(seen);
  });
});

describe("a store's check", () => {
  const inOrder = (store: { check(): Promise<void> }): Promise<boolean> =>
    store.check().then(
      () => true,
      () => false,
    );

  it('fails after an unanswered append, recovers by itself, and leaves one probe event behind', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url, { deadlineMs: scaledTimeout(200) });
    await store.append('a-1', 'no-stream', [event('one')]);
    const head = await store.head();
    expect(await inOrder(store)).toBe(true);
    server.faults.silentAppends = '';
    await expect(store.append('a-1', 0, [event('two')])).rejects.toThrow(/in time/);
    for (let times = 0; times < 2; times++) expect(await inOrder(store)).toBe(false);
    // Reads still work.
    expect(await store.readStream('a-1')).toHaveLength(1);
    server.faults.silentAppends = undefined;
    await until(() => inOrder(store));
    expect(await inOrder(store)).toBe(true);
    expect(server.log.stream('event-store-identity').map(({ type }) => type)).toEqual([
      'EventStoreNamed.v1',
      'EventStoreProbed.v1',
    ]);
    expect(await store.head()).toBe(head);
    expect(await readEverything(store)).toHaveLength(1);
  });

  it('does not delay the closing of the store', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url, { deadlineMs: scaledTimeout(200) });
    const slow = await stores.open(server.url, { deadlineMs: scaledTimeout(60_000) });
    server.faults.cutAppend = 'before';
    await expect(slow.append('a-1', 'no-stream', [event('cut')])).rejects.toThrow();
    server.faults.silentAppends = '';
    const checked = inOrder(slow);
    // This append waits until its deadline. By then, the probe of `slow.check` is under way.
    await expect(store.append('b-1', 'no-stream', [event('never')])).rejects.toThrow(/in time/);
    const began = Date.now();
    await slow.close();
    expect(await checked).toBe(false);
    expect(Date.now() - began).toBeLessThan(scaledTimeout(30_000));
  });

  it('costs the same even if other applications wrote most of the log', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url, { streamPrefix: 'ours-' });
    await store.append('a-1', 'no-stream', [event('one')]);
    for (let n = 0; n < 3_000; n++) server.log.writeSystemEvent();
    server.consideredEvents = 0;
    expect(await inOrder(store)).toBe(true);
    expect(server.consideredEvents).toBe(1);
  });

  it('takes one read of the newest event if that event belongs to this store', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url, { streamPrefix: 'ours-' });
    for (let n = 0; n < 3_000; n++) server.log.writeSystemEvent();
    const { position } = await store.append('a-1', 'no-stream', [event('one')]);
    server.consideredEvents = 0;
    expect(await store.head()).toBe(position);
    expect(server.consideredEvents).toBe(1);
  });
});
