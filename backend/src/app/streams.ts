import { ACCESS_STREAM_PREFIX } from '../access/access.events.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawal/withdrawal.events.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of these the rest of the name is the id of a row. */
const NAMED_BY_UUID: readonly string[] = [NDA_STREAM_PREFIX, WITHDRAWAL_STREAM_PREFIX];

/** How the names of our streams begin; an event store may hold those of others. */
export const STREAM_PREFIXES: readonly string[] = [
  NDA_STREAM_PREFIX,
  VOUCHER_STREAM_PREFIX,
  WITHDRAWAL_STREAM_PREFIX,
  ACCESS_STREAM_PREFIX,
];

/** Whether a stream is named as ours are: what else begins alike is another program's (rule:unknown-is-not-folded). */
export const isOwnStream = (stream: string): boolean => {
  const prefix = STREAM_PREFIXES.find((one) => stream.startsWith(one));
  if (prefix === undefined) return false;
  return !NAMED_BY_UUID.includes(prefix) || UUID.test(stream.slice(prefix.length));
};
