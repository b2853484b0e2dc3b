import type { Pool } from 'pg';
import { ErasureList, type ListedErasure } from '#src/erasure/erasure-list';
import type { EventStore } from '#src/eventsourcing/event-store/event-store';
import { parseMetadata } from '#src/eventsourcing/journal/event-encoding';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { verifyDestruction } from '#src/vault/erasure';
import { publicKeyOf } from '#src/vault/receipts';

const CALLS = /^(?:NdaErased|VoucherDeleted|VoucherKeyDestructionDue|WithdrawalKeyDestructionDue)\./;
const DESTROYED = /^(?:Nda|Voucher|Withdrawal)KeyDestroyed\./;

/**
 * Everything that records the erasure of one stream: the stream's own events, rows of the tables, and lines
 * of the list of erasures.
 */
export interface ErasureOnRecord {
  readonly types: readonly string[];
  /** The event that calls for the erasure. */
  readonly call: { readonly id: string; readonly hash: string } | undefined;
  /** Open parts of the events that record the destruction of the key. */
  readonly recorded: readonly object[];
  readonly keyLives: boolean;
  /** Number of rows that the stream has in `sealed_blobs` and `mailbox_messages`. */
  readonly kept: number;
  readonly lines: readonly ListedErasure[];
}

export interface ErasureRecords {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readStream'>;
  readonly dataDir: string;
}

/** Reads the records of an erasure. @throws Error if the stream's chain is broken */
export async function erasureOnRecord(
  { pool, store, dataDir }: ErasureRecords,
  stream: string,
): Promise<ErasureOnRecord> {
  const stored = await store.readStream(stream);
  expect(verifyChain(stored)).toMatchObject({ intact: true });
  const call = stored.find(({ type }) => CALLS.test(type));
  const open = (data: Uint8Array): object =>
    (JSON.parse(Buffer.from(data).toString('utf8')) as { open: object }).open;
  const kept = await pool.query(
    `SELECT 1 FROM sealed_blobs WHERE subject = $1 UNION ALL
     SELECT 1 FROM mailbox_messages WHERE subject_stream = $1`,
    [stream],
  );
  const key = await pool.query('SELECT 1 FROM vault_keys WHERE subject = $1 AND wrapped IS NOT NULL', [
    stream,
  ]);
  return {
    types: stored.map(({ type }) => type.split('.')[0] ?? ''),
    call: call && { id: call.id, hash: parseMetadata(call).hash },
    recorded: stored.filter(({ type }) => DESTROYED.test(type)).map(({ data }) => open(data)),
    keyLives: key.rowCount === 1,
    kept: kept.rowCount ?? 0,
    lines: await linesOf(dataDir, stream),
  };
}

async function linesOf(dataDir: string, stream: string): Promise<ListedErasure[]> {
  const all: ListedErasure[] = [];
  for await (const { lines } of new ErasureList(dataDir).read(() => undefined))
    all.push(...lines.map(({ erasure }) => erasure).filter((erasure) => erasure.stream === stream));
  return all;
}

/**
 * Expects that the erasure's steps were done in order. This must hold wherever the erasure was interrupted.
 */
export function expectInOrder({ call, keyLives, lines, recorded }: ErasureOnRecord): void {
  const genuine = lines.filter(({ eventId }) => eventId !== undefined);
  if (!keyLives) expect(call).toBeDefined();
  if (genuine.length > 0) expect(keyLives).toBe(false);
  if (recorded.length > 0) expect(genuine).not.toEqual([]);
}

/**
 * Expects that the erasure was done once, with one receipt. The receipt covers the event that called for the
 * erasure.
 */
export function expectErased(found: ErasureOnRecord, checkpointKey: Uint8Array): void {
  const lines = found.lines.filter(({ eventId }) => eventId !== undefined);
  expect({ ...found, lines }).toMatchObject({ keyLives: false, kept: 0, recorded: [expect.anything()] });
  expect(lines).toHaveLength(1);
  for (const { stream, ...receipt } of lines) {
    expect(found.recorded).toEqual([receipt]);
    expect(receipt).toMatchObject({ eventId: found.call?.id, eventHash: found.call?.hash });
    expect(verifyDestruction(stream, receipt, [publicKeyOf(checkpointKey)])).toBe(true);
  }
}
