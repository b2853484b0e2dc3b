import type { Pool } from 'pg';
import { livingKeys } from '../vault/key-table.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import type { ErasureList, ListedLine } from './erasure-list.js';

/**
 * Finds lines that say that a key was destroyed although the key still exists. Yields only lines that name no
 * event, or whose signing key is unknown. Only the operator can decide whether such lines are right (`siegel
 * erasures:apply`).
 */
export async function* waitingLines(
  pool: Pool,
  list: Pick<ErasureList, 'read'>,
  keys: readonly PublicKeyRecord[],
): AsyncGenerator<ListedLine> {
  const known = new Set(keys.map(({ keyId }) => keyId));
  for await (const { lines } of list.read(() => undefined)) {
    const unproven = lines.filter(
      ({ erasure }) => erasure.eventId === undefined || !known.has(erasure.receiptKeyId),
    );
    if (unproven.length === 0) continue;
    const living = await livingKeys(
      pool,
      unproven.map(({ erasure }) => erasure.stream),
    );
    yield* unproven.filter(({ erasure }) => living.has(erasure.stream));
  }
}
