import { ACCESS_STREAM_PREFIX } from '../audit/model/access.events.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawals/model/withdrawal.events.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Our streams: how their names begin, and what stands behind that. */
const NAMES: Readonly<Record<string, RegExp>> = {
  [NDA_STREAM_PREFIX]: UUID,
  [VOUCHER_STREAM_PREFIX]: HASH,
  [WITHDRAWAL_STREAM_PREFIX]: UUID,
  // No row is named by it.
  [ACCESS_STREAM_PREFIX]: /^[0-9a-f-]+$/,
};

const OWN = Object.entries(NAMES);

/** How the names of our streams begin; an event store may hold those of others. */
export const STREAM_PREFIXES: readonly string[] = Object.keys(NAMES);

/** Whether a stream is named as ours are: what only begins alike is another program's (rule:unknown-is-not-folded). */
export const isOwnStream = (stream: string): boolean =>
  OWN.some(([prefix, rest]) => stream.startsWith(prefix) && rest.test(stream.slice(prefix.length)));
