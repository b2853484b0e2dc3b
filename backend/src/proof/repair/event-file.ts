import { isRecord, parsed } from '@siegel/contracts/evidence/reading';
import type { EventBytes, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';

/** An event of a file that the operator gave. Nothing is known about who wrote it. */
export interface OfferedEvent extends EventBytes {
  readonly stream: string;
  readonly revision: number;
  /** Its position in the log on PostgreSQL, if the file names it. */
  readonly position: number | undefined;
  /** Name of the file. */
  readonly file: string;
}

/**
 * An event file has one JSON object on each line. A line with these members is an event, as the store has it;
 * `data` and `metadata` are base64. Other lines are notes.
 *
 *     {"stream":"nda-…","revision":3,"id":"…","type":"Party1Signed.v2","position":"1042","data":"…","metadata":"…"}
 */
export function eventLine(event: UntrustedEvent): string {
  const { stream, revision, id, type, position, data, metadata } = event;
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return JSON.stringify({
    stream,
    revision,
    id,
    type,
    position,
    data: base64(data),
    metadata: base64(metadata),
  });
}

/** Returns the event of a line; undefined if the line is none. */
export function eventInLine(line: string, file: string): OfferedEvent | undefined {
  const value = parsed(line);
  if (!isRecord(value)) return undefined;
  const { stream, revision, id, type, position, data, metadata } = value;
  if (typeof stream !== 'string' || typeof id !== 'string' || typeof type !== 'string') return undefined;
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision) || revision < 0) return undefined;
  if (typeof data !== 'string' || typeof metadata !== 'string') return undefined;
  return {
    stream,
    revision,
    id,
    type,
    data: Buffer.from(data, 'base64'),
    metadata: Buffer.from(metadata, 'base64'),
    position: positionIn(position),
    file,
  };
}

/** Positions of other stores are no numbers, and are of no use here. */
export const positionIn = (text: unknown): number | undefined => {
  if (typeof text !== 'string' || !/^[1-9]\d{0,15}$/.test(text)) return undefined;
  const position = Number(text);
  return Number.isSafeInteger(position) ? position : undefined;
};
