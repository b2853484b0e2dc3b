import type { StoreUnderTest } from './store-under-test.js';
import { event, events, labelOf, readEverything, write } from './contract-parts.js';
import { until } from '../../../platform/testing/until.js';
import type { EventStore, Position, UntrustedEvent, SubscribeOptions, Subscription } from '../event-store.js';
import { onlyInAll } from '../../../platform/testing/only-in-all.js';

/** Records the events and positions that one subscriber sees, in order. */
function watch(
  store: EventStore,
  options: Partial<SubscribeOptions> = {},
): Subscription & { seen: UntrustedEvent[]; positions: Position[] } {
  const seen: UntrustedEvent[] = [];
  const positions: Position[] = [];
  const subscription = store.subscribe({
    after: undefined,
    onBatch: async (batch, position) => {
      seen.push(...batch);
      positions.push(position);
      await Promise.resolve();
    },
    ...options,
  });
  return { seen, positions, stop: () => subscription.stop() };
}

const place = (stored: UntrustedEvent): string => `${stored.stream}/${stored.revision}`;

export function contractOfSubscribing(make: () => Promise<StoreUnderTest>): void {
  describe('subscribe', () => {
    it('delivers everything in one order, without gaps, while 8 writers append with delays', async () => {
      const { store, reopen, slowDown } = await make();
      await slowDown?.();
      const other = await reopen();
      const watchers = [watch(store), watch(store, { batchSize: 3 }), watch(other)];
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => write(n % 2 === 0 ? store : other, `s-${n}`, 30)),
      );
      await until(() => watchers.every((watcher) => watcher.seen.length >= 240));
      const order = (await readEverything(store)).map(place);
      expect(order).toHaveLength(240);
      for (const watcher of watchers) {
        expect(watcher.seen.map(place)).toEqual(order);
        await watcher.stop();
      }
    });

    it('continues after a checkpoint', async () => {
      const { store } = await make();
      await write(store, 's-1', 10);
      const all = await readEverything(store);
      const watcher = watch(store, { after: all[5]?.position });
      await until(() => watcher.seen.length >= 4);
      await store.append('s-2', 'no-stream', [event('new')]);
      await until(() => watcher.seen.length >= 5);
      expect(watcher.seen.map(labelOf)).toEqual([...all.slice(6).map(labelOf), 'new']);
      await watcher.stop();
    });

    it("advances its position over other streams' events", async () => {
      const { store } = await make();
      const watcher = watch(store, { streamPrefixes: ['nda-'] });
      await store.append('nda-1', 'no-stream', [event('mine')]);
      const { position } = await store.append('voucher-1', 'no-stream', events(3, 'foreign'));
      await until(() => watcher.positions.at(-1) === position);
      expect(watcher.seen.map(labelOf)).toEqual(['mine']);
      await watcher.stop();
    });

    it("reports when it has caught up, even in an empty store or if it starts at the store's end", async () => {
      const { store } = await make();
      let empty = 0;
      const early = watch(store, { onCaughtUp: () => (empty += 1) });
      await until(() => empty > 0);
      await store.append('a-1', 'no-stream', events(4, 'e'));
      await until(() => early.seen.length === 4 && empty > 1);
      let atEnd = 0;
      const late = watch(store, { after: await store.head(), onCaughtUp: () => (atEnd += 1) });
      await until(() => atEnd > 0);
      expect(late.seen).toEqual([]);
      await Promise.all([early.stop(), late.stop()]);
    });

    onlyInAll.it(
      'gives signs of life while no events come, but none while a batch is being processed',
      async () => {
        const { store } = await make();
        let [signs, beside, working] = [0, 0, false];
        let release: () => void = () => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        const watcher = watch(store, {
          onBatch: async (batch) => {
            if (batch.length === 0) return;
            working = true;
            await held;
          },
          onSignOfLife: () => (signs += 1),
        });
        const other = watch(store, { onSignOfLife: () => (beside += 1) });
        await until(() => signs > 0);
        await store.append('a-1', 'no-stream', [event('one')]);
        await until(() => working);
        const [before, besideBefore] = [signs, beside];
        await until(() => beside > besideBefore);
        expect(signs).toBe(before);
        release();
        await until(() => signs > before);
        await Promise.all([watcher.stop(), other.stop()]);
      },
    );

    it('reports that it has caught up even if new events come while it processes the last ones', async () => {
      const { store } = await make();
      let all = 0;
      let working = 0;
      const watcher = watch(store, {
        onBatch: async (batch) => {
          if (batch.length === 0) return;
          working += 1;
          await store.append(`s-${working}`, 'no-stream', [event('the next')]);
          // Waits until the event that was just appended has arrived at the other subscriber.
          await until(() => beside.seen.length > working);
        },
        onCaughtUp: () => (all += 1),
      });
      const beside = watch(store);
      await store.append('s-0', 'no-stream', [event('first')]);
      await until(() => working >= 10);
      expect(all).toBeGreaterThan(5);
      // The subscribers are stopped in this order, because the batch that `watcher` is processing waits for
      // an event that `beside` receives.
      await watcher.stop();
      await beside.stop();
    });

    it('survives lost connections', async () => {
      const { store, reopen, breakConnections } = await make();
      const watcher = watch(store);
      await store.append('a-1', 'no-stream', [event('before')]);
      await until(() => watcher.seen.length === 1);
      for (let n = 0; n < 3; n++) {
        await breakConnections();
        const other = await reopen();
        await other.append(`b-${n}`, 'no-stream', [event(`after${n}`)]);
        await until(() => watcher.seen.length === n + 2);
      }
      expect(watcher.seen.map(labelOf)).toEqual(['before', 'after0', 'after1', 'after2']);
      await watcher.stop();
    });

    it('delivers the same batch again if it was rejected', async () => {
      const { store } = await make();
      await store.append('a-1', 'no-stream', events(3, 'e'));
      const given: string[][] = [];
      const faults: unknown[] = [];
      const watcher = watch(store, {
        onBatch: async (batch) => {
          if (batch.length > 0) given.push(batch.map(labelOf));
          if (given.length < 3) throw new Error('not now');
          await Promise.resolve();
        },
        onFault: (error) => faults.push(error),
      });
      await until(() => given.flat().includes('e2') && given.length >= 3);
      await store.append('a-1', 2, [event('next')]);
      await until(() => given.flat().includes('next'));
      // The first batch may have any size, because the store decides how many events a batch holds.
      const [first, second, third, ...others] = given;
      expect([second, third]).toEqual([first, first]);
      expect([third, ...others].flat()).toEqual(['e0', 'e1', 'e2', 'next']);
      expect(faults.map(String)).toEqual(['Error: not now', 'Error: not now']);
      await watcher.stop();
    });

    it('delivers one batch at a time, and a slow subscriber does not delay others', async () => {
      const { store } = await make();
      let inWork = 0;
      let most = 0;
      let release: () => void = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slowly: UntrustedEvent[] = [];
      const slow = watch(store, {
        batchSize: 10,
        onBatch: async (batch) => {
          inWork += 1;
          most = Math.max(most, inWork);
          await held;
          slowly.push(...batch);
          inWork -= 1;
        },
      });
      const quick = watch(store);
      await Promise.all(Array.from({ length: 5 }, (_, n) => write(store, `s-${n}`, 20)));
      await until(() => quick.seen.length === 100);
      expect(slowly).toEqual([]);
      release();
      await until(() => slowly.length === 100);
      expect(most).toBe(1);
      expect(slowly.map(place)).toEqual(quick.seen.map(place));
      await Promise.all([slow.stop(), quick.stop()]);
    });

    it('stops when the batch under way is done, and delivers no batch afterwards', async () => {
      const { store } = await make();
      await store.append('a-1', 'no-stream', [event('one')]);
      let began = false;
      let ended = false;
      let calls = 0;
      let release: () => void = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const watcher = watch(store, {
        onBatch: async () => {
          calls += 1;
          began = true;
          await held;
          ended = true;
        },
      });
      await until(() => began);
      const stopped = watcher.stop().then(() => ended);
      await store.append('a-1', 0, [event('two')]);
      release();
      expect(await stopped).toBe(true);
      const witness = watch(store);
      await store.append('a-1', 1, [event('three')]);
      await until(() => witness.seen.length === 3);
      expect(calls).toBe(1);
      await witness.stop();
    });
  });
}
