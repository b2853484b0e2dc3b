import type { StoreUnderTest } from './store-under-test.js';
import { event, GONE, labelOf, retried, readEverything } from './contract-parts.js';
import { until } from '../../../platform/testing/until.js';
import { type EventStore, EventStoreUnavailable, type Position } from '../event-store.js';

const STREAMS = ['w-0', 'w-1', 'w-2'];
/** Number of events that must arrive before the trouble, and again after it. */
const SOME = 6;

/** @param troubles names that `StoreUnderTest.trouble` accepts */
export function contractOfRecovering(make: () => Promise<StoreUnderTest>, troubles: readonly string[]): void {
  describe('recover', () => {
    it('passes its check, even if nothing was ever appended', async () => {
      const { store } = await make();
      await store.check();
      await store.append('a-1', 'no-stream', [event('one')]);
      await store.check();
    });

    it('lets a subscriber that has met no event continue later without missing one', async () => {
      const { store, reopen } = await make();
      const places: Position[] = [];
      let all = false;
      const first = store.subscribe({
        after: undefined,
        streamPrefixes: ['nda-'],
        onBatch: (_, position) => Promise.resolve(void places.push(position)),
        onCaughtUp: () => (all = true),
      });
      await until(() => all);
      await first.stop();
      const later = await reopen();
      for (const place of places) expect(await later.holds(place)).toBe(true);
      await later.append('nda-1', 'no-stream', [event('first')]);
      const seen: string[] = [];
      const second = later.subscribe({
        after: places.at(-1),
        streamPrefixes: ['nda-'],
        onBatch: (batch) => Promise.resolve(void seen.push(...batch.map(labelOf))),
      });
      await until(() => seen.length > 0);
      expect(seen).toEqual(['first']);
      await second.stop();
    });

    if (troubles.includes(GONE)) contractOfComingBack(make);

    for (const trouble of troubles) {
      it(`neither loses nor duplicates events, and passes its check again, after it ${trouble}`, async () => {
        const { store, trouble: begin } = await make();
        if (begin === undefined) throw new Error('nothing here can make trouble');
        const seen: string[] = [];
        const subscription = store.subscribe({
          after: undefined,
          onBatch: (batch) => Promise.resolve(void seen.push(...batch.map(labelOf))),
        });
        let failures = 0;
        let ending = false;
        let broken = false;
        const failed = (): void => {
          failures += 1;
          if (broken) throw new Error('nobody waits for it any more');
        };
        const writer = async (stream: string): Promise<number> => {
          let count = 0;
          for (; !ending; count++) await retried(store, stream, count, failed);
          return count;
        };
        const writing = Promise.all(STREAMS.map(writer));
        writing.catch(() => undefined);
        try {
          await until(() => seen.length >= SOME);
          const end = await begin(trouble);
          await until(() => failures > 0);
          await end();
          const before = seen.length;
          await until(() => seen.length >= before + SOME);
          await untilInOrder(store);
        } catch (error) {
          broken = true;
          throw error;
        } finally {
          ending = true;
        }
        const counts = await writing;
        const all = counts.reduce((sum, count) => sum + count, 0);
        await until(() => seen.length >= all);
        expect(seen).toEqual((await readEverything(store)).map(labelOf));
        expect(new Set(seen).size).toBe(all);
        await subscription.stop();
      });
    }
  });
}

function contractOfComingBack(make: () => Promise<StoreUnderTest>): void {
  const leave = async ({ trouble: begin }: StoreUnderTest): Promise<() => Promise<void>> => {
    if (begin === undefined) throw new Error('nothing here can make trouble');
    return begin(GONE);
  };

  it('reports again that it has caught up after the store was away, even without new events', async () => {
    const made = await make();
    const reports: string[] = [];
    const subscription = made.store.subscribe({
      after: undefined,
      streamPrefixes: ['nda-'],
      onBatch: async () => {},
      onCaughtUp: () => reports.push('all seen'),
      onFault: () => reports.push('fault'),
    });
    await until(() => reports.at(-1) === 'all seen');
    for (let n = 0; n < 2; n += 1) {
      const back = await leave(made);
      await until(() => reports.at(-1) === 'fault');
      await back();
      await until(() => reports.at(-1) === 'all seen');
    }
    await subscription.stop();
  });

  it('throws EventStoreUnavailable while it is away, and works again when it is back', async () => {
    const made = await make();
    const { store } = made;
    const seen: string[] = [];
    const faults: unknown[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (batch) => Promise.resolve(void seen.push(...batch.map(labelOf))),
      onFault: (error) => faults.push(error),
    });
    const first = event('one');
    await store.append('a-1', 'no-stream', [first]);
    const back = await leave(made);
    for (const call of [
      () => store.append('a-1', 0, [event('two')]),
      () => store.readStream('a-1'),
      () => store.head(),
    ])
      await expect(call()).rejects.toBeInstanceOf(EventStoreUnavailable);
    await until(() => faults.length > 0);
    await back();
    await untilInOrder(store);
    expect(await store.append('a-1', 'no-stream', [first])).toMatchObject({ repeated: true });
    await store.append('a-1', 0, [event('three')]);
    await until(() => seen.length === 2);
    expect(seen).toEqual(['one', 'three']);
    await subscription.stop();
  });
}

async function untilInOrder(store: EventStore): Promise<void> {
  await until(() =>
    store.check().then(
      () => true,
      () => false,
    ),
  );
}
