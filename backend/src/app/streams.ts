import { TRUST_PREFIX } from '../eventsourcing/trust/ended.js';
import { ACCESS_STREAM_PREFIX } from '../audit/model/access.events.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawals/model/withdrawal.events.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;

const PART = '[1-9]\\d{0,8}';
/** A part of the log's own stream, or of the records about one of our streams, or of the records about those. */
const TRUST = new RegExp(
  `^(?:of-trust-)*(?:${PART}|of-(?:nda|voucher|withdrawal|access)-[0-9a-f][0-9a-f-]*)(?:_${PART})*(?:\\.${PART})?$`,
);

/** The names of our streams. Each key is a prefix. Its value is the pattern for the rest of the name. */
const NAMES: Readonly<Record<string, RegExp>> = {
  [NDA_STREAM_PREFIX]: UUID,
  [VOUCHER_STREAM_PREFIX]: HASH,
  [WITHDRAWAL_STREAM_PREFIX]: UUID,
  // This pattern may be loose, because no row has this part of the name as its id.
  [ACCESS_STREAM_PREFIX]: /^[0-9a-f-]+$/,
  [TRUST_PREFIX]: TRUST,
};

const OWN = Object.entries(NAMES);

/** Prefixes of our streams. An event store may also hold other programs' streams. */
export const STREAM_PREFIXES: readonly string[] = Object.keys(NAMES);

/**
 * True if the whole name has our format. A stream that has only the prefix in common with ours belongs to
 * another program (rule:unknown-is-not-folded).
 */
export const isOwnStream = (stream: string): boolean =>
  OWN.some(([prefix, rest]) => stream.startsWith(prefix) && rest.test(stream.slice(prefix.length)));
