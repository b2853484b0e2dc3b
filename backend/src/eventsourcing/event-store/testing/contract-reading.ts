import { createHash } from 'node:crypto';
import type { StoreUnderTest } from './store-under-test.js';
import { event, events, labelOf, readEverything, write } from './contract-parts.js';
import type { Position } from '../event-store.js';

export function contractOfReading(make: () => Promise<StoreUnderTest>): void {
  describe('read', () => {
    it('reads a stream forwards, backwards, from a revision and up to a limit', async () => {
      const { store } = await make();
      await store.append('a-1', 'no-stream', events(5, 'e'));
      await store.append('a-10', 'no-stream', [event('other')]);
      const read = async (options: Parameters<typeof store.readStream>[1]): Promise<number[]> =>
        (await store.readStream('a-1', options)).map((stored) => stored.revision);
      expect(await read(undefined)).toEqual([0, 1, 2, 3, 4]);
      expect(await read({ from: 3 })).toEqual([3, 4]);
      expect(await read({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await read({ direction: 'backwards' })).toEqual([4, 3, 2, 1, 0]);
      expect(await read({ direction: 'backwards', from: 2, limit: 2 })).toEqual([2, 1]);
      expect(await read({ from: 5 })).toEqual([]);
    });

    it('reads an unknown stream as an empty list', async () => {
      const { store } = await make();
      expect(await store.readStream('never-1')).toEqual([]);
      expect(await store.readStream('never-1', { direction: 'backwards' })).toEqual([]);
    });

    it('returns the ends of known streams at once, with hashes over all bytes of their metadata', async () => {
      const { store } = await make();
      const all = Uint8Array.from({ length: 256 }, (_, n) => n);
      await store.append('a-1', 'no-stream', events(3, 'a'));
      await store.append('a-10', 'no-stream', [{ ...event('b'), metadata: all }]);
      await store.append('ä "quoted\\" {stream}, 1', 'no-stream', events(2, 'c'));
      const names = ['a-10', 'never-1', 'ä "quoted\\" {stream}, 1', 'a-1', 'a-1'];
      const ends = await store.ends(names);
      expect([...ends].map(([stream, { revision }]) => [stream, revision]).toSorted()).toEqual([
        ['a-1', 2],
        ['a-10', 0],
        ['ä "quoted\\" {stream}, 1', 1],
      ]);
      expect(ends.get('a-10')?.metadataHash).toBe(createHash('sha256').update(all).digest('hex'));
      expect(await store.ends([])).toEqual(new Map());
      expect((await store.ends(['a-1'])).get('a-1')?.revision).toBe(2);
      expect(await store.ends(['never-1'])).toEqual(new Map());
    });

    it('returns ends that include the last append of any process', async () => {
      const { store, reopen } = await make();
      const other = await reopen();
      const names = Array.from({ length: 30 }, (_, n) => `s-${n}`);
      for (const name of names) await store.append(name, 'no-stream', [event(name)]);
      for (let n = 0; n < 5; n++) {
        await store.append('s-7', n, [event(`more ${n}`)]);
        const ends = await other.ends(names);
        expect(ends.size).toBe(30);
        expect(ends.get('s-7')?.revision).toBe(n + 1);
        expect(ends.get('s-8')?.revision).toBe(0);
      }
    });

    it('returns data and metadata byte for byte, and all other fields', async () => {
      const { store } = await make();
      const all = Uint8Array.from({ length: 256 }, (_, n) => n);
      const large = new Uint8Array(300_000).map((_, n) => (n * 31) % 251);
      const first = { ...event('x', 'Strange-Type.v7'), data: all, metadata: new Uint8Array(0) };
      const second = { ...event('y'), data: large, metadata: all };
      await store.append('ä "quoted\\" {stream}, 1', 'no-stream', [first]);
      await store.append('ä "quoted\\" {stream}, 1', 0, [second, event('z')]);
      for (const read of [await store.readStream('ä "quoted\\" {stream}, 1'), await readEverything(store)]) {
        expect(read).toHaveLength(3);
        expect(read[0]).toMatchObject({
          stream: 'ä "quoted\\" {stream}, 1',
          revision: 0,
          id: first.id,
          type: 'Strange-Type.v7',
        });
        expect(Buffer.from(read[0]?.data ?? []).equals(Buffer.from(all))).toBe(true);
        expect(read[0]?.metadata).toHaveLength(0);
        expect(Buffer.from(read[1]?.data ?? []).equals(Buffer.from(large))).toBe(true);
        expect(Buffer.from(read[1]?.metadata ?? []).equals(Buffer.from(all))).toBe(true);
      }
    });

    it('reads everything in one order, from any position, in batches', async () => {
      const { store } = await make();
      await Promise.all(Array.from({ length: 4 }, (_, n) => write(store, `s-${n}`, 10)));
      const all = await readEverything(store);
      expect(all).toHaveLength(40);
      const middle = all[17]?.position;
      expect(
        (
          await readEverything(store, { ...(middle === undefined ? {} : { after: middle }), batchSize: 7 })
        ).map(labelOf),
      ).toEqual(all.slice(18).map(labelOf));
      const sizes: number[] = [];
      for await (const batch of store.readAll({ after: undefined, batchSize: 9 }))
        sizes.push(batch.events.length);
      expect(sizes.every((size) => size <= 9)).toBe(true);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40);
    });

    it('reads only streams with a given prefix, while the position advances over the others', async () => {
      const { store } = await make();
      for (let n = 0; n < 10; n++) await store.append(`nda-${n}`, 'no-stream', [event(`n${n}`)]);
      const { position: end } = await store.append('voucher-1', 'no-stream', events(5, 'v'));
      expect((await readEverything(store, { streamPrefixes: ['nda-'] })).map(labelOf)).toEqual(
        Array.from({ length: 10 }, (_, n) => `n${n}`),
      );
      expect(await readEverything(store, { streamPrefixes: ['nda-1', 'voucher-'] })).toHaveLength(6);
      let last: Position | undefined;
      for await (const batch of store.readAll({ after: undefined, streamPrefixes: ['nda-'] }))
        last = batch.position;
      expect(last).toBe(end);
    });

    it('reads the newest events of some streams, newest first', async () => {
      const { store, reopen } = await make();
      expect(await store.newest({ streamPrefixes: ['nda-'], limit: 3 })).toEqual([]);
      for (let n = 0; n < 4; n++) {
        await store.append(`nda-${n}`, 'no-stream', [event(`n${n}`), event(`n${n} again`)]);
        await store.append(`voucher-${n}`, 'no-stream', [event(`v${n}`)]);
        await store.append(`other-${n}`, 'no-stream', [event(`o${n}`)]);
      }
      const labels = async (streamPrefixes: readonly string[], limit: number) =>
        (await store.newest({ streamPrefixes, limit })).map(labelOf);
      expect(await labels(['nda-'], 3)).toEqual(['n3 again', 'n3', 'n2 again']);
      expect(await labels(['nda-', 'voucher-'], 4)).toEqual(['v3', 'n3 again', 'n3', 'v2']);
      expect(await labels(['voucher-1'], 9)).toEqual(['v1']);
      expect(await labels([], 9)).toEqual([]);
      const [newest] = await (await reopen()).newest({ streamPrefixes: ['nda-'], limit: 1 });
      expect(newest).toEqual((await store.readStream('nda-3')).at(-1));
    });

    it('knows its end, its own positions and its name', async () => {
      const { store, reopen } = await make();
      expect(await store.head()).toBeUndefined();
      const { position } = await store.append('a-1', 'no-stream', [event('one')]);
      expect(await store.head()).toBe(position);
      expect(await store.holds(position)).toBe(true);
      expect(await store.holds('what is this' as Position)).toBe(false);
      const other = await reopen();
      expect(await other.head()).toBe(position);
      expect(await other.holds(position)).toBe(true);
      expect(await other.storeId()).toBe(await store.storeId());
      expect((await store.storeId()).length).toBeGreaterThan(0);
    });

    it('has a place for each event that was appended', async () => {
      const { store } = await make();
      for (let n = 0; n < 3; n++) await store.append(`nda-${n}`, 'no-stream', events(2, 'e'));
      for await (const found of store.misplaced({ streamPrefixes: ['nda-'] })) expect(found).toEqual([]);
    });

    it('orders two positions', async () => {
      const { store } = await make();
      const places: Position[] = [];
      for (let n = 0; n < 12; n++)
        places.push((await store.append(`a-${n}`, 'no-stream', [event(`e${n}`)])).position);
      for (const [n, one] of places.entries())
        expect(places.map((other) => store.isBefore(one, other))).toEqual(places.map((_, m) => n < m));
    });

    it('returns no events from an empty store', async () => {
      const { store } = await make();
      expect(await readEverything(store)).toEqual([]);
    });
  });
}
