import type { Pool } from 'pg';
import type { Trust } from '../eventsourcing/trust/create-trust.js';
import { requireStored } from '../eventsourcing/trust/require-stored.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { checkpointBefore } from '../proof/signed-checkpoints.js';
import { createReceipts, type Receipts } from '../vault/receipts.js';
import type { InfrastructureOptions } from './infrastructure-options.js';

/** Creates the receipts, and records the public keys that sign them. */
export async function startedReceipts(
  { pool, trust, keyedHash }: { readonly pool: Pool; readonly trust: Trust; readonly keyedHash: KeyedHash },
  { checkpointKeys: [signingKey, ...olderKeys] }: InfrastructureOptions['secrets'],
): Promise<Receipts> {
  const receipts = createReceipts({
    signingKey,
    olderKeys,
    keyedHash,
    pool,
    checkpointBefore: (eventHash) => checkpointBefore(pool, eventHash, receipts.ownKey),
    requireStored: (event) => requireStored(trust, event),
  });
  await receipts.start();
  return receipts;
}
