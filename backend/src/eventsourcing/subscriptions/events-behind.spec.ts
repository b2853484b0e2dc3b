import { randomUUID } from 'node:crypto';
import type { EventBytes, Position } from '../event-store/event-store.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import { eventsBehind, type LogProgress } from './events-behind.js';

const event = (): EventBytes => ({
  id: randomUUID(),
  type: 'Noted.v1',
  data: Buffer.from('{}'),
  metadata: Buffer.from('{}'),
});

describe('the number of unseen events', () => {
  let store: MemoryEventStore;
  /** The position of each event, in log order. */
  let positions: Position[];

  beforeEach(() => {
    store = new MemoryEventStore();
    positions = [];
  });

  async function append(stream: string, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1)
      positions.push((await store.append(`${stream}-${randomUUID()}`, 'no-stream', [event()])).position);
  }
  const place = (name: string, after: Position | undefined, ...streamPrefixes: string[]) => ({
    name,
    after,
    streamPrefixes: streamPrefixes.length === 0 ? ['nda-'] : streamPrefixes,
  });
  const behind = async (
    places: readonly (LogProgress & { readonly name: string })[],
    lookedAt?: number,
  ): Promise<Record<string, number>> => Object.fromEntries(await eventsBehind(store, places, lookedAt));

  it('is counted for each place, in the streams that it follows', async () => {
    await append('nda', 4);
    await append('voucher', 2);
    await append('nda', 1);
    expect(
      await behind([
        place('from the beginning', undefined),
        place('half-way', positions[1]),
        place('all streams', positions[1], 'nda-', 'voucher-'),
        place('vouchers', positions[4], 'voucher-'),
        place('at the end', positions[6]),
      ]),
    ).toEqual({ 'from the beginning': 5, 'half-way': 3, 'all streams': 5, vouchers: 1, 'at the end': 0 });
  });

  it('needs no read if there is no place', async () => {
    const readAll = jest.spyOn(store, 'readAll');
    expect(await behind([])).toEqual({});
    expect(readAll).not.toHaveBeenCalled();
  });

  it('is counted up to a limit for distant places, and exactly for places near the end', async () => {
    await append('nda', 20);
    const places = [place('far', positions[2]), place('as far', positions[2]), place('near', positions[16])];
    expect(await behind(places, 5)).toEqual({ far: 5, 'as far': 5, near: 3 });
  });

  it("is not reported if the search was given up among other streams' events", async () => {
    await append('voucher', 1);
    await append('nda', 60);
    expect(await behind([place('vouchers', undefined, 'voucher-')], 1)).toEqual({ vouchers: 1 });
    expect(await behind([place('vouchers', positions[0], 'voucher-')], 1)).toEqual({});
  });

  it('is not reported for the places that remain after a few passes', async () => {
    await append('nda', 40);
    const places = Array.from({ length: 8 }, (_, n) => place(`place ${n}`, positions[n]));
    const found = await behind(places, 5);
    expect(Object.keys(found)).toHaveLength(3);
    expect(new Set(Object.values(found))).toEqual(new Set([5]));
  });
});
