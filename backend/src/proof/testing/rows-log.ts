import type { Position, UntrustedEvent, StoredLog } from '../../eventsourcing/event-store/event-store.js';

/**
 * A log over rows in memory. Like PostgreSQL, it returns a stream ordered by revision, and the whole log
 * ordered by position.
 */
export const rowsLog = (rows: readonly UntrustedEvent[]): StoredLog => ({
  readStream: async (stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
    rows
      .filter((row) => row.stream === stream && row.revision >= from)
      .toSorted((one, other) => one.revision - other.revision)
      .slice(0, limit),
  isBefore: (one, other) => Number(one) < Number(other),
  readAll: async function* ({ after, streamPrefixes = [''], batchSize = 500 }) {
    const rest = rows
      .filter(({ position }) => after === undefined || Number(position) > Number(after))
      .toSorted((one, other) => Number(one.position) - Number(other.position));
    for (let from = 0; from < rest.length; from += batchSize) {
      const page = rest.slice(from, from + batchSize);
      const events = page.filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)));
      yield { events, position: page.at(-1)?.position as Position };
    }
  },
  misplaced: async function* () {
    yield* [];
  },
  close: async () => undefined,
});
