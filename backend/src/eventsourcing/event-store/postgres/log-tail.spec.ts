import type { UntrustedEvent } from '../event-store.js';
import { LogTail, TAIL_EVENTS } from './log-tail.js';
import { asPosition } from './rows.js';

/** Number of events that are dropped at once: an eighth of the limit, and the event that is above the limit. */
const DROPPED = TAIL_EVENTS / 8 + 1;
const MEBIBYTE = 1024 * 1024;

const event = (position: number, bytes: Buffer = Buffer.from(`data ${position}`)): UntrustedEvent => ({
  position: asPosition(position),
  stream: `nda-${position % 3}`,
  revision: 0,
  id: `id ${position}`,
  type: 'Something',
  data: bytes,
  metadata: Buffer.from(`metadata ${position}`),
});

const everything = (tail: LogTail, bound: number): UntrustedEvent[] => [
  ...tail.page(tail.after, { limit: Number.POSITIVE_INFINITY, prefixes: undefined, bound }).events,
];

describe('log tail', () => {
  it('keeps the newest events, complete and without a gap, however many arrive', () => {
    const tail = new LogTail();
    for (let position = 1; position <= 3 * TAIL_EVENTS; position += 1) {
      tail.extend([event(position)]);
      // Checks the sizes just before and after each drop, and some sizes in between.
      const sinceDrop = (position - TAIL_EVENTS) % DROPPED;
      if (position % 7 !== 0 && (position < TAIL_EVENTS || sinceDrop > 2)) continue;
      const kept = everything(tail, position);
      expect(kept.length).toBe(position - tail.after);
      expect(kept.length).toBeLessThanOrEqual(TAIL_EVENTS);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(position, TAIL_EVENTS + 1 - DROPPED));
      expect(kept.at(-1)).toEqual(event(position));
    }
  });

  it('keeps as many events as fit into its memory limit', () => {
    const tail = new LogTail();
    for (let position = 1; position <= 20; position += 1)
      tail.extend([event(position, Buffer.alloc(MEBIBYTE, position))]);
    const kept = everything(tail, 20);
    expect(kept.length).toBeGreaterThanOrEqual(4);
    expect(kept.length).toBeLessThanOrEqual(8);
    expect(kept.at(-1)).toEqual(event(20, Buffer.alloc(MEBIBYTE, 20)));
  });

  it("keeps no more of a received buffer than the event's own bytes", () => {
    const tail = new LogTail();
    const packet = Buffer.alloc(64 * 1024, 1);
    tail.extend([{ ...event(1, packet.subarray(0, 100)), metadata: packet.subarray(100, 150) }]);
    const [kept] = everything(tail, 1);
    expect(kept?.data.buffer.byteLength).toBe(150);
    expect(kept?.metadata.buffer.byteLength).toBe(150);
    expect(kept?.data).toEqual(packet.subarray(0, 100));
  });
});
