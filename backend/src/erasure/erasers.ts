import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawals/model/withdrawal.events.js';
import type { StreamEraser } from './stream-eraser.js';

/**
 * The methods of an eraser that backends call when they start, and that operator commands call. These methods
 * address streams by name.
 */
export type ListEraser = Pick<StreamEraser, 'eraseAgain' | 'lineOf'>;

/** One eraser for each kind of stream with a key. */
export interface ListErasers {
  readonly ndas: ListEraser;
  readonly vouchers: ListEraser;
  readonly withdrawals: ListEraser;
}

/** Returns the eraser for a stream's kind. */
export function eraserOf<Eraser>(
  { ndas, vouchers, withdrawals }: Record<keyof ListErasers, Eraser>,
  stream: string,
): Eraser {
  if (stream.startsWith(NDA_STREAM_PREFIX)) return ndas;
  return stream.startsWith(WITHDRAWAL_STREAM_PREFIX) ? withdrawals : vouchers;
}
