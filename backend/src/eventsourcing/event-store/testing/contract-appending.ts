import type { StoreUnderTest } from './store-under-test.js';
import { event, events, labelOf, retried, readEverything } from './contract-parts.js';
import { type EventStore, WrongExpectedRevision } from '../event-store.js';

const revisions = async (store: EventStore, stream: string): Promise<number[]> =>
  (await store.readStream(stream)).map((stored) => stored.revision);

export function contractOfAppending(make: () => Promise<StoreUnderTest>): void {
  describe('append', () => {
    it('appends at the expected revision and returns revision and position', async () => {
      const { store } = await make();
      expect(await store.append('a-1', 'no-stream', [event('one')])).toMatchObject({
        revision: 0,
        repeated: false,
      });
      const second = await store.append('a-1', 0, events(2, 'more'));
      expect(second).toMatchObject({ revision: 2, repeated: false });
      expect(await store.head()).toBe(second.position);
      expect((await readEverything(store)).at(-1)?.position).toBe(second.position);
    });

    it.each([
      ['too low', 0],
      ['too high', 2],
      ['no stream', 'no-stream'],
    ] as const)('refuses a wrong expected revision: %s', async (_, expected) => {
      const { store } = await make();
      await store.append('a-1', 'no-stream', events(2, 'first'));
      const refused = store.append('a-1', expected, [event('late')]);
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(refused).rejects.toMatchObject({ stream: 'a-1', expected, actual: 1 });
      expect(await revisions(store, 'a-1')).toEqual([0, 1]);
    });

    it('refuses to append at a revision if the stream does not exist', async () => {
      const { store } = await make();
      await expect(store.append('a-1', 0, [event('late')])).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        actual: 'no-stream',
      });
      expect(await store.readStream('a-1')).toEqual([]);
    });

    it('lets exactly one of many concurrent appends at the same revision succeed', async () => {
      const { store } = await make();
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => store.append('a-1', 'no-stream', [event(`try${n}`)])),
      );
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      for (const one of tries)
        if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(WrongExpectedRevision);
      expect(await revisions(store, 'a-1')).toEqual([0]);
    });

    it('does not let a conflict harm other concurrent appends', async () => {
      const { store } = await make();
      await store.append('a-0', 'no-stream', events(3, 'first'));
      const results = await Promise.allSettled([
        ...Array.from({ length: 20 }, (_, n) => store.append(`b-${n}`, 'no-stream', events(2, `b${n}`))),
        store.append('a-0', 0, [event('conflict')]),
        store.append('a-0', 'no-stream', [event('conflict')]),
      ]);
      expect(results.map((result) => result.status)).toEqual([
        ...Array<string>(20).fill('fulfilled'),
        'rejected',
        'rejected',
      ]);
      expect(await readEverything(store)).toHaveLength(43);
    });

    it("appends nothing if an event's id is known, even at the current revision", async () => {
      const { store } = await make();
      const known = event('known');
      await store.append('a-1', 'no-stream', [known]);
      await expect(store.append('a-1', 0, [known])).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(store.append('a-1', 0, [event('new'), known])).rejects.toBeInstanceOf(
        WrongExpectedRevision,
      );
      expect(await revisions(store, 'a-1')).toEqual([0]);
    });

    it('acknowledges a retry with identical bytes, but appends the events once', async () => {
      const { store, reopen } = await make();
      const pair = events(2, 'pair');
      const first = await store.append('a-1', 'no-stream', pair);
      await store.append('a-1', 1, [event('later')]);
      const other = await reopen();
      for (const one of [store, other]) {
        expect(await one.append('a-1', 'no-stream', pair)).toEqual({ ...first, repeated: true });
      }
      expect(await revisions(store, 'a-1')).toEqual([0, 1, 2]);
    });

    it('treats a retry as another append if only some of its events are identical', async () => {
      const { store } = await make();
      const [one, two] = [event('one'), event('two')];
      await store.append('a-1', 'no-stream', [one, two]);
      await expect(store.append('a-1', 'no-stream', [one, event('three')])).rejects.toBeInstanceOf(
        WrongExpectedRevision,
      );
      await expect(store.append('a-1', 'no-stream', [one, two, event('three')])).rejects.toBeInstanceOf(
        WrongExpectedRevision,
      );
      expect((await store.readStream('a-1')).map(labelOf)).toEqual(['one', 'two']);
    });

    it('treats a retry as another append if an event with the same id has other bytes', async () => {
      const { store, reopen } = await make();
      const [one, two] = [event('one'), event('two')];
      await store.append('a-1', 'no-stream', [one, two]);
      const other = await reopen();
      for (const changed of [
        { ...two, data: event('other').data },
        { ...two, metadata: Buffer.from('{"by":"others"}') },
        { ...two, type: 'Other.v1' },
      ])
        for (const by of [store, other])
          await expect(by.append('a-1', 0, [changed])).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect((await store.readStream('a-1')).map(labelOf)).toEqual(['one', 'two']);
    });

    it('appends all events or none', async () => {
      const { store } = await make();
      const known = event('known');
      await store.append('a-1', 'no-stream', [known]);
      await expect(
        store.append('a-2', 'no-stream', [event('new'), known, event('more')]),
      ).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await store.readStream('a-2')).toEqual([]);
      await store.append('a-2', 'no-stream', events(50, 'all'));
      expect(await revisions(store, 'a-2')).toEqual(Array.from({ length: 50 }, (_, n) => n));
    });

    it('loses and duplicates no event if connections break and identical bytes are retried', async () => {
      const { store, breakConnections } = await make();
      let broken = false;
      const writer = async (stream: string): Promise<void> => {
        for (let n = 0; n < 30; n++) await retried(store, stream, n);
      };
      const breaker = async (): Promise<void> => {
        for (let times = 0; times < 5; times++) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          await breakConnections();
        }
        broken = true;
      };
      await Promise.all([...Array.from({ length: 6 }, (_, n) => writer(`w-${n}`)), breaker()]);
      expect(broken).toBe(true);
      for (let n = 0; n < 6; n++)
        expect(await revisions(store, `w-${n}`)).toEqual(Array.from({ length: 30 }, (_unused, at) => at));
    });
  });
}
