import { ACCESS_STREAM_PREFIX } from '../access/access.events.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawal/withdrawal.events.js';

/** How the names of our streams begin; an event store may hold those of others. */
export const STREAM_PREFIXES: readonly string[] = [
  NDA_STREAM_PREFIX,
  VOUCHER_STREAM_PREFIX,
  WITHDRAWAL_STREAM_PREFIX,
  ACCESS_STREAM_PREFIX,
];
