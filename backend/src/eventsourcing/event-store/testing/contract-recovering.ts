import type { StoreUnderTest } from './contract.js';
import { event, labelOf, persistently, readEverything } from './contract-parts.js';
import { until } from '../../../platform/testing/until.js';
import type { Position } from '../event-store.js';

const STREAMS = ['w-0', 'w-1', 'w-2'];
/** Events that are to come before, and again after. */
const SOME = 6;

/** @param troubles what `StoreUnderTest.trouble` knows to make */
export function contractOfRecovering(make: () => Promise<StoreUnderTest>, troubles: readonly string[]): void {
  describe('recover', () => {
    it('is found in order, also where nothing was ever appended', async () => {
      const { store } = await make();
      await store.check();
      await store.append('a-1', 'no-stream', [event('one')]);
      await store.check();
    });

    it('lets a subscriber that came to nothing go on later, and miss nothing', async () => {
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

    for (const trouble of troubles) {
      it(`loses nothing, doubles nothing and is in order again after it ${trouble}`, async () => {
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
          for (; !ending; count++) await persistently(store, stream, count, failed);
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
          await until(() =>
            store.check().then(
              () => true,
              () => false,
            ),
          );
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
