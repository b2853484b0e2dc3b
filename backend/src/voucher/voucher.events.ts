import type { EventOf } from '../eventsourcing/journal/event.js';
import type { voucherEvents } from './voucher.registry.js';

export type VoucherEvent = EventOf<typeof voucherEvents>;
export type VoucherRedeemed = EventOf<typeof voucherEvents, 'VoucherRedeemed'>;
export type VoucherKeyDestroyed = EventOf<typeof voucherEvents, 'VoucherKeyDestroyed'>;

export const VOUCHER_STREAM_PREFIX = 'voucher-';
/** @param id keyed hash of the code, hexadecimal */
export const voucherStream = (id: string): string => `${VOUCHER_STREAM_PREFIX}${id}`;
export const voucherIdOf = (stream: string): string => stream.slice(VOUCHER_STREAM_PREFIX.length);
