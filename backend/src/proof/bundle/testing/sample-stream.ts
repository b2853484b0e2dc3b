import { NO_HASH } from '../../../eventsourcing/journal/chain.js';
import { encodeCore } from '../../../eventsourcing/journal/event-encoding.js';
import { commitmentOf } from '../../../eventsourcing/journal/sealed-part.js';
import { chainedEvent } from '../../../eventsourcing/journal/testing/chained.js';
import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import type { BundledEvent, Opening } from '../bundle-files.js';
import { sha256 } from './sample-log.js';

/** An event to be stored. */
export interface SampleEvent {
  /** Includes its version. */
  readonly type: string;
  readonly open: object;
  readonly personal?: object;
  /** True if the event also seals the actor's origin. */
  readonly hasOrigin?: boolean;
  /** 2 by default. */
  readonly format?: 1 | 2;
  /** ISO 8601 UTC; by default the events are one minute apart. */
  readonly at?: string;
  /** The format that the event's core claims; the real format by default. */
  readonly claimedFormat?: number;
  /** Replaces the commitments to the personal part and to the origin. */
  readonly commitments?: object;
}

export interface StoredSample extends BundledEvent {
  readonly hash: string;
  readonly at: string;
  /** The openings that a bundle contains while the stream's key exists. */
  readonly openings: readonly Opening[];
}

const START = Date.parse('2026-11-12T13:32:07.000Z');
const MINUTE_MS = 60_000;
export const ORIGIN = { ip: '203.0.113.77', userAgent: 'Sample' };

const uuid = (what: string): string => {
  const hex = sha256(what).toString('hex');
  const rest = `${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
  return `01900000-0000-7${rest}`;
};

export const saltOf = (what: string): Buffer => sha256(`salt of ${what}`);

/** Encodes an event. The sealed part consists of arbitrary bytes, because a verifier never decrypts it. */
function stored(
  stream: string,
  event: SampleEvent,
  { revision, previousHash }: { readonly revision: number; readonly previousHash: string },
): StoredSample {
  const { type, open, personal, hasOrigin = false, format = 2 } = event;
  const about = `${stream} ${revision} ${type}`;
  const [salt, other] = [saltOf(about), saltOf(`the origin of ${about}`)];
  const origin = hasOrigin ? ORIGIN : undefined;
  const isSealed = personal !== undefined || hasOrigin || event.commitments !== undefined;
  const committed =
    event.commitments !== undefined
      ? { commitments: event.commitments }
      : format === 1
        ? { commitment: commitmentOf(salt, { personal, origin }) }
        : {
            commitments: {
              personal: personal && commitmentOf(salt, { personal }),
              origin: origin && commitmentOf(other, { origin }),
            },
          };
  const sealed = { sealed: sha256(`sealed ${about}`).toString('base64'), keyId: stream.slice(4) };
  const at = event.at ?? new Date(START + revision * MINUTE_MS).toISOString();
  const ids = { commandId: uuid(`command ${about}`), correlationId: uuid('correlation'), causedBy: null };
  const unchained = {
    format,
    stream,
    revision,
    id: uuid(about),
    type,
    data: Buffer.from(JSON.stringify({ open, ...(isSealed ? { ...sealed, ...committed } : {}) })),
    core: encodeCore({ format: event.claimedFormat ?? format, at, actor: 'party1', ...ids }),
  };
  const { data, metadata, ...rest } = chainedEvent(unchained, previousHash);
  const bytes = { data: Buffer.from(data), metadata: Buffer.from(metadata) };
  return { ...rest, ...bytes, at, openings: openings(event, revision, salt) };
}

function openings(
  { personal, hasOrigin = false, format = 2 }: SampleEvent,
  revision: number,
  salt: Buffer,
): Opening[] {
  const part = format === 1 ? 'whole' : 'personal';
  const opened: Opening = {
    revision,
    part,
    state: 'opened',
    salt: salt.toString('base64'),
    text: canonicalJson({ personal }),
  };
  if (format === 1 && hasOrigin) return [{ revision, part, state: 'withheld' }];
  const origin: Opening[] = hasOrigin ? [{ revision, part: 'origin', state: 'withheld' }] : [];
  return personal === undefined ? origin : [opened, ...origin];
}

/** Returns the stored form of these events. They make up a complete stream, from revision 0. */
export function storedStream(stream: string, events: readonly SampleEvent[]): StoredSample[] {
  const made: StoredSample[] = [];
  for (const [revision, event] of events.entries())
    made.push(stored(stream, event, { revision, previousHash: made.at(-1)?.hash ?? NO_HASH }));
  return made;
}

/** Creates a single event for any revision of the stream, with a matching hash. */
export const storedAt = (
  stream: string,
  event: SampleEvent,
  revision: number,
  previousHash: string,
): StoredSample => stored(stream, event, { revision, previousHash });
