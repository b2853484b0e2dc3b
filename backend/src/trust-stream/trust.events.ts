import { TRUST_PREFIX } from '../eventsourcing/trust/ended.js';
import type { EventOf } from '../eventsourcing/journal/event.js';
import type { trustEvents } from './trust.registry.js';

export type TrustEvent = EventOf<typeof trustEvents>;
export type LogEvent = EventOf<typeof trustEvents, 'LogBegun'>;
export type RecordsEvent = Exclude<TrustEvent, LogEvent>;
export type LogBegun = EventOf<typeof trustEvents, 'LogBegun'>;
export type PartBegun = EventOf<typeof trustEvents, 'PartBegun'>;
export type ReportKept = EventOf<typeof trustEvents, 'ReportKept'>;
export type ReportAppended = EventOf<typeof trustEvents, 'ReportAppended'>;
export type StreamRestored = EventOf<typeof trustEvents, 'StreamRestored'>;
export type StreamEnded = EventOf<typeof trustEvents, 'StreamEnded'>;
export type EndedObligationClosed = EventOf<typeof trustEvents, 'EndedObligationClosed'>;
export type EndedKeyDue = EventOf<typeof trustEvents, 'EndedKeyDue'>;
export type EndedKeyDestroyed = EventOf<typeof trustEvents, 'EndedKeyDestroyed'>;

/** Beginning of the names of streams that record about another stream. */
export const RECORDS_STREAM_PREFIX = `${TRUST_PREFIX}of-`;

/** Returns the name of a part of the log's own stream. @param part counted from 1 */
export const logStream = (part: number): string => `${TRUST_PREFIX}${part}`;

/**
 * Returns the name of a part of the records about a stream. @param part counted from 1; the name of the first
 * part has no number
 */
export const recordsStream = (stream: string, part = 1): string =>
  `${RECORDS_STREAM_PREFIX}${stream.replaceAll('.', DOT)}${part === 1 ? '' : `.${part}`}`;

/** Replaces the dot before the number of a part, if the records are about a part of other records. */
const DOT = '_';

/** A part of the records about a stream. */
export interface RecordsPart {
  /** The stream that the records are about. */
  readonly stream: string;
  readonly part: number;
}

const RECORDS = new RegExp(`^${RECORDS_STREAM_PREFIX}(?<stream>[^.]+)(?:\\.(?<part>[1-9]\\d{0,8}))?$`);
const LOG = new RegExp(`^${TRUST_PREFIX}(?<part>[1-9]\\d{0,8})$`);

/** Reads the name of a stream of records. Returns undefined for any other name. */
export function recordsPartOf(name: string): RecordsPart | undefined {
  const { stream, part } = RECORDS.exec(name)?.groups ?? {};
  // There is one name for the first part.
  if (stream === undefined || part === '1') return undefined;
  return { stream: stream.replaceAll(DOT, '.'), part: part === undefined ? 1 : Number(part) };
}

/** Reads the number of a part of any trust stream. Returns undefined for any other name. */
export const partNumberOf = (name: string): number | undefined =>
  recordsPartOf(name)?.part ?? logPartOf(name);

/** Reads the name of a part of the log's own stream. Returns undefined for any other name. */
export function logPartOf(name: string): number | undefined {
  const part = LOG.exec(name)?.groups?.part;
  return part === undefined ? undefined : Number(part);
}
