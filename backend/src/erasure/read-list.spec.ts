import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { silentLogger } from '../platform/logging/logger.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { receiptOf } from '../vault/erasure.js';
import { createReceipts } from '../vault/receipts.js';
import { renewLines } from './complete-list.js';
import { BEGINNING, type ErasureList, type ListedLine } from './erasure-list.js';
import { readList, type ReadListParts } from './read-list.js';

const LINES = 400;
const emptyPool = { query: async () => ({ rows: [] }) } as unknown as Pool;
const receipts = createReceipts({ signingKey: randomBytes(32), pool: emptyPool });
const lines = Array.from({ length: LINES }, (_, n): ListedLine => {
  const stream = `nda-${randomUUID()}`;
  const event = { eventId: randomUUID(), eventHash: 'a'.repeat(64) };
  const done = { keyId: randomUUID(), destroyedAt: '2026-11-12T13:40:00.000Z', ...event };
  return { line: n + 1, erasure: { stream, ...receiptOf(receipts, stream, done) } };
});
const position = { bytes: 1, lines: LINES };
const list = {
  path: 'erasures',
  read: async function* () {
    yield { lines, position };
  },
} as unknown as ErasureList;
const eraser = { eraseAgain: async () => 'known' as const, lineOf: async () => 'none' as const };
const parts: ReadListParts = {
  pool: emptyPool,
  list,
  keys: receipts.configuredKeys,
  logger: silentLogger,
  tampering: new RecordedTampering(),
  ndas: eraser,
  vouchers: eraser,
  withdrawals: eraser,
};

/** Returns how many turns of the event loop other work gets while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isAtWork = true;
  const count = (): void => {
    turns += 1;
    if (isAtWork) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isAtWork = false;
  return turns;
}

describe('many lines of a list of erasures', () => {
  it('are judged with pauses for other work: a starting backend already answers', async () => {
    const read = async () =>
      expect(await readList(parts, BEGINNING)).toMatchObject({ unproven: 0, position });
    expect(await turnsDuring(read)).toBeGreaterThan(LINES / 50);
  });

  it('are read again with pauses if some of them name no event', async () => {
    const renew = () => renewLines(parts, new Set(lines.map(({ erasure }) => erasure.stream)), BEGINNING);
    expect(await turnsDuring(renew)).toBeGreaterThan(LINES / 50);
  });
});
