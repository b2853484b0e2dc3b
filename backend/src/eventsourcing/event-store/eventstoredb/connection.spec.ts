import { event, events, labelOf, retried, readEverything } from '../testing/contract-parts.js';
import { until } from '../../../platform/testing/until.js';
import { EventStoreUnavailable, type UntrustedEvent } from '../event-store.js';
import { openCluster } from './testing/cluster.js';
import { OpenStores } from './testing/open-stores.js';

const stores = new OpenStores();
afterEach(() => stores.close());

describe('a server that goes away and comes back', () => {
  it('is found again by appends and by subscriptions, and no event is lost', async () => {
    const server = await stores.server();
    let reconnects = 0;
    const store = await stores.open(server.url, { onReconnect: () => (reconnects += 1) });
    const seen: UntrustedEvent[] = [];
    const faults: unknown[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (batch) => Promise.resolve(void seen.push(...batch)),
      onFault: (error) => faults.push(error),
    });
    for (let n = 0; n < 3; n++) {
      await retried(store, 'a-1', n);
      await server.stop();
      await expect(store.append('b-1', 'no-stream', [event('nobody there')])).rejects.toBeInstanceOf(
        EventStoreUnavailable,
      );
      await until(() => faults.length > n);
      await server.start();
      await until(() => reconnects > n);
    }
    await retried(store, 'a-1', 3);
    await until(() => seen.length === 4);
    expect(seen.map(labelOf)).toEqual(['a-1/0', 'a-1/1', 'a-1/2', 'a-1/3']);
    for (const fault of faults) expect(fault).toBeInstanceOf(EventStoreUnavailable);
    expect(reconnects).toBe(3);
    await subscription.stop();
  });
});

describe('a cluster', () => {
  it('is written and read at its leader', async () => {
    const { nodes, url } = await openCluster(stores);
    const store = await stores.open(url);
    await store.append('a-1', 'no-stream', [event('one')]);
    expect(await store.readStream('a-1')).toHaveLength(1);
    expect(nodes.map((node) => node.sentEvents > 0)).toEqual([true, false, false]);
  });

  it('may change its leader between two appends without causing an error', async () => {
    const { nodes, url, lead } = await openCluster(stores);
    const store = await stores.open(url);
    await store.append('a-1', 'no-stream', [event('one')]);
    lead(1);
    expect(await store.append('a-1', 0, [event('two')])).toMatchObject({ revision: 1, repeated: false });
    lead(2);
    expect((await store.readStream('a-1')).map(labelOf)).toEqual(['one', 'two']);
    expect(nodes[2]?.sentEvents).toBe(2);
  });

  it('may lose its leader in the middle of appends', async () => {
    const { nodes, url, lead } = await openCluster(stores);
    const store = await stores.open(url);
    const seen: UntrustedEvent[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (batch) => Promise.resolve(void seen.push(...batch)),
    });
    const writing = Promise.all(
      ['w-0', 'w-1', 'w-2'].map(async (stream) => {
        for (let n = 0; n < 40; n++) await retried(store, stream, n);
      }),
    );
    await until(() => seen.length >= 20);
    lead(1);
    await nodes[0]?.stop();
    await writing;
    await until(() => seen.length >= 120);
    expect(seen.map(labelOf)).toEqual((await readEverything(store)).map(labelOf));
    expect(seen).toHaveLength(120);
    await subscription.stop();
  });
});

describe('two stores in one process', () => {
  it('share a server and nothing else', async () => {
    const server = await stores.server();
    const [one, two] = await Promise.all([stores.open(server.url), stores.open(server.url)]);
    expect(await one.storeId()).toBe(await two.storeId());
    const appends = [one, two].flatMap((store, n) =>
      Array.from({ length: 20 }, (_, at) => store.append(`s${n}-${at}`, 'no-stream', events(2, 'e'))),
    );
    await one.close();
    const outcomes = await Promise.allSettled(appends.slice(20));
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await two.append('last-1', 'no-stream', [event('last')])).toMatchObject({ revision: 0 });
  });

  it('are separate stores if their prefixes differ', async () => {
    const server = await stores.server();
    const [one, two] = await Promise.all([
      stores.open(server.url, { streamPrefix: 'one-' }),
      stores.open(server.url, { streamPrefix: 'two-' }),
    ]);
    await one.append('a-1', 'no-stream', [event('first')]);
    expect(await two.head()).toBeUndefined();
    expect(await two.append('a-1', 'no-stream', [event('second')])).toMatchObject({ revision: 0 });
    expect((await readEverything(one)).map(labelOf)).toEqual(['first']);
    expect(await one.storeId()).not.toBe(await two.storeId());
  });
});
