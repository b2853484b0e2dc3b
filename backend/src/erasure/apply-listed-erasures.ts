import type { Pool } from 'pg';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import type { Logger } from '../platform/logging/logger.js';
import { type ErasureParts, receiptOf } from '../vault/erasure.js';
import { destroyedKeys, notDestroyed } from '../vault/key-table.js';
import type { KeyEraser } from './erase-key.js';
import type { VoucherKeyEraser } from './erase-voucher-key.js';
import type { ErasureList } from './erasure-list.js';

export interface ListedErasuresParts {
  readonly pool: Pool;
  readonly list: ErasureList;
  readonly ndas: Pick<KeyEraser, 'eraseAgain'>;
  readonly vouchers: Pick<VoucherKeyEraser, 'eraseAgain'>;
  readonly receipts: ErasureParts['receipts'];
  readonly logger: Logger;
}

/**
 * Holds this backend's list of erasures and the database against each other, before anything is served
 * (rule:erasures-survive-a-restore). What the list has and the database does not know was lost by a restore: it
 * is erased again. What the database knows and the list lacks was erased by another backend, or before there
 * were lists: it is added.
 * @returns how many were erased again
 */
export async function applyListedErasures(parts: ListedErasuresParts): Promise<number> {
  const { pool, list, ndas, vouchers, logger } = parts;
  const listed = new Set<string>();
  let again = 0;
  const onDamaged = (line: number): void =>
    logger.warn(
      { list: list.path, line },
      'a line of the list of erasures cannot be read and is passed over',
    );
  for await (const erasures of list.read(onDamaged)) {
    const lost = new Set(
      await notDestroyed(
        pool,
        erasures.map(({ stream }) => stream),
      ),
    );
    for (const erasure of erasures) {
      listed.add(erasure.stream);
      if (!lost.delete(erasure.stream)) continue;
      await (erasure.stream.startsWith(NDA_STREAM_PREFIX) ? ndas : vouchers).eraseAgain(erasure);
      again += 1;
    }
  }
  if (again > 0) logger.warn({ again }, 'the database had forgotten erasures; they were done again');
  await completeList(parts, listed);
  return again;
}

/** Its own signature is under what it adds: the key is that of all backends, or one that they know. */
async function completeList(
  { pool, list, receipts }: ListedErasuresParts,
  listed: ReadonlySet<string>,
): Promise<void> {
  for await (const keys of destroyedKeys(pool)) {
    const missing = keys.filter(({ subject }) => !listed.has(subject));
    await list.note(
      missing.map((key) => ({ stream: key.subject, ...receiptOf(receipts, key.subject, key) })),
    );
  }
}
