import type { LoggedEvent } from './logged-event.js';

/** Type of the events by which a stream's metadata are set. They are in the stream `$$<name>`. */
export const METADATA_TYPE = '$metadata';
/** The value of `$tb` in a stream that was deleted, but not for good. The server's own number is one less. */
const DELETED = 2 ** 63;
/** The metadata by which a server deletes a stream. */
export const DELETING = Buffer.from('{"$tb":9223372036854775807}');

/** The metadata of a stream that hide events from reads of the stream. `$all` shows these events all the same. */
export interface StreamSettings {
  /** Events with smaller revisions are hidden (`$tb`). */
  readonly truncateBefore: number;
  /** Number of events that are shown (`$maxCount`). */
  readonly maxCount: number;
  /** Age in milliseconds from which on events are hidden (`$maxAge`). */
  readonly maxAgeMs: number;
}

const NOTHING_HIDDEN: StreamSettings = {
  truncateBefore: 0,
  maxCount: Number.POSITIVE_INFINITY,
  maxAgeMs: Number.POSITIVE_INFINITY,
};
/** A server keeps only the newest metadata of a stream. */
const OF_METADATA: StreamSettings = { ...NOTHING_HIDDEN, maxCount: 1 };

export const metadataStreamOf = (stream: string): string => `$$${stream}`;
const isMetadataStream = (stream: string): boolean => stream.startsWith('$$');

/**
 * Returns the settings of a stream. Metadata that a server cannot read hide nothing.
 * @param metadata the events of the stream's metadata stream
 */
export function settingsOf(stream: string, metadata: readonly LoggedEvent[]): StreamSettings {
  if (isMetadataStream(stream)) return OF_METADATA;
  const newest = metadata.at(-1);
  const members = newest === undefined ? undefined : membersOf(newest);
  const [before, count, age] = ['$tb', '$maxCount', '$maxAge'].map((name) => members?.[name] ?? 0);
  if (![before, count, age].every(Number.isInteger)) return NOTHING_HIDDEN;
  const limit = (value: unknown): number => (Number(value) > 0 ? Number(value) : Number.POSITIVE_INFINITY);
  return {
    truncateBefore: Math.max(0, Number(before)),
    maxCount: limit(count),
    maxAgeMs: limit(age) * 1000,
  };
}

export const isDeleted = ({ truncateBefore }: StreamSettings): boolean => truncateBefore === DELETED;

/** Returns the events that a read of the stream shows. */
export function shownOf(
  events: readonly LoggedEvent[],
  { truncateBefore, maxCount, maxAgeMs }: StreamSettings,
): readonly LoggedEvent[] {
  const last = events.at(-1)?.revision ?? -1;
  const first = Math.max(truncateBefore, last - maxCount + 1);
  if (first <= (events[0]?.revision ?? 0) && maxAgeMs === Number.POSITIVE_INFINITY) return events;
  const since = Date.now() - maxAgeMs;
  return events.filter(({ revision, created }) => revision >= first && createdMs(created) >= since);
}

/** Returns the metadata with another `$tb`. All other members stay. */
export function withTruncation(metadata: LoggedEvent | undefined, before: number): Buffer {
  return Buffer.from(JSON.stringify({ ...(metadata && membersOf(metadata)), $tb: before }));
}

const createdMs = (ticks: string): number => Number(BigInt(ticks) / 10_000n);

function membersOf({ data }: LoggedEvent): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
