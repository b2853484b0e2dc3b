import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { isWithinBounds, type JsonBounds } from '../../http/bodies/json-bounds.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import type { MailReport } from './mail-reports.js';
import { APP } from './sendgrid-message.js';

/**
 * Largest number of entries in one call. SendGrid cannot reach this limit, because it posts some 768 kB at
 * once and its shortest entries have some 250 bytes.
 */
export const ENTRIES_MAX = 4_000;
/**
 * Limits for the content of a whole call. An entry has some ten members and one or two lists. Members and
 * lists both make parsing more expensive.
 */
const BOUNDS: JsonBounds = { depth: 8, values: 10 * ENTRIES_MAX, containers: 4 * ENTRIES_MAX };

/** Maximum length of the stored free text, in UTF-16 units. Longer text is cut. */
const REASON_MAX = 500;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const EVENT_ID = /^[\w.~=+/-]{1,200}$/;

/**
 * A report about one of our messages. `eventId` stays the same if SendGrid repeats the report. `eventId` is
 * undefined if SendGrid gave no usable id.
 */
export interface Entry {
  readonly eventId: string | undefined;
  readonly report: MailReport;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new RuleBroken('malformed_json');
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Fate = Pick<MailReport, 'what' | 'code' | 'permanent'>;
const bounced = (code: string, permanent = true): Fate => ({ what: 'bounced', code, permanent });

/**
 * Returns what happened to a message according to an entry. Undefined for entries that do not concern us
 * (opened, clicked, still being delivered).
 */
function fateOf(event: unknown, type: unknown): Fate | undefined {
  if (event === 'delivered') return { what: 'delivered', code: 'delivered', permanent: false };
  if (event === 'spamreport') return bounced('spam');
  if (event !== 'bounce' && event !== 'dropped') return undefined;
  if (type === 'blocked') return bounced('blocked', false);
  return bounced(event === 'bounce' ? 'bounced' : 'dropped');
}

/**
 * Returns the reason in one line, without characters that the database cannot store, and without a lone
 * surrogate.
 */
const reasonOf = (value: unknown): string =>
  textOf(value)
    .slice(0, REASON_MAX)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();

/** Reads seconds since 1970. An impossible time is replaced by the time of the call. */
function timeOf(value: unknown, now: Date): Date {
  const at = typeof value === 'number' ? value * 1000 : Number.NaN;
  return at > 0 && at <= now.getTime() ? new Date(at) : now;
}

function entryOf(value: unknown, now: Date): Entry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { app, nda, message, event, type, reason, timestamp, sg_event_id } = value as Record<string, unknown>;
  const fate = fateOf(event, type);
  const [ndaId, messageDigest, eventId] = [textOf(nda), textOf(message), textOf(sg_event_id)];
  if (app !== APP || fate === undefined || !UUID.test(ndaId) || !DIGEST.test(messageDigest)) return undefined;
  return {
    eventId: EVENT_ID.test(eventId) ? eventId : undefined,
    report: { ndaId, messageDigest, ...fate, reason: reasonOf(reason), at: timeOf(timestamp, now) },
  };
}

/**
 * Returns the entries of a call that report the fate of our messages. All other entries are left out, no
 * matter what they contain.
 * @throws RuleBroken malformed_json: not JSON, or not a list; body_too_large: more than ENTRIES_MAX entries
 */
export async function entriesOf(body: Uint8Array, now: Date): Promise<readonly Entry[]> {
  if (!isWithinBounds(body, BOUNDS)) throw new RuleBroken('body_too_large');
  const all = parsed(body);
  if (!Array.isArray(all)) throw new RuleBroken('malformed_json');
  if (all.length > ENTRIES_MAX) throw new RuleBroken('body_too_large');
  const entries: Entry[] = [];
  for await (const part of chunkedWithYield(all as readonly unknown[]))
    entries.push(...part.map((one) => entryOf(one, now)).filter((one) => one !== undefined));
  return entries;
}
