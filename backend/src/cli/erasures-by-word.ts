import type { Pool } from 'pg';
import type { Erasers } from '../app/erasers.js';
import { eraserOf } from '../erasure/erasers.js';
import type { ErasureList, ListedErasure } from '../erasure/erasure-list.js';
import type { KnownReceiptKeys } from '../erasure/known-receipt-keys.js';
import type { EraseByWordResult, StreamEraser } from '../erasure/stream-eraser.js';
import { waitingLines } from '../erasure/waiting-lines.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { verifyDestruction } from '../vault/erasure.js';
import type { Receipts } from '../vault/receipts.js';

/**
 * Who signed a line: a key of this service; one that only the database names, so that whoever writes there may have
 * made it; or nobody that is known, or something else than what the line says.
 */
type SignedBy = 'this service' | 'a key that only the database names' | 'nobody';

export interface WaitingErasure {
  readonly line: number;
  readonly erasure: ListedErasure;
  readonly signedBy: SignedBy;
}

export interface ByWordParts {
  readonly pool: Pool;
  /** The one that is looked at. */
  readonly list: Pick<ErasureList, 'read'>;
  /** Those that lie beside it. */
  readonly receiptKeys: KnownReceiptKeys;
  readonly receipts: Pick<Receipts, 'publicKeys'>;
  readonly erasers: Pick<Erasers, 'ndas' | 'vouchers' | 'withdrawals'>;
}

/** Lines of a list that wait for the operator's word (rule:erasures-survive-a-restore), each stream once. */
export async function waitingErasures(parts: ByWordParts): Promise<readonly WaitingErasure[]> {
  const [known, named] = [await parts.receiptKeys.all(), await parts.receipts.publicKeys()];
  const found = new Map<string, WaitingErasure>();
  for await (const { line, erasure } of waitingLines(parts.pool, parts.list, known)) {
    const { stream, ...receipt } = erasure;
    const isOurs = verifyDestruction(stream, receipt, known);
    const isNamed = verifyDestruction(stream, receipt, named);
    const signedBy = isOurs ? 'this service' : isNamed ? 'a key that only the database names' : 'nobody';
    const before = found.get(stream);
    if (before === undefined || before.signedBy === 'nobody') found.set(stream, { line, erasure, signedBy });
  }
  return [...found.values()];
}

/** What became of one. */
export interface AppliedErasure {
  readonly stream: string;
  readonly result: EraseByWordResult;
}

/**
 * Does them. What nobody signed is never done: an agreement is erased by `siegel nda:erase`.
 * @throws OperatorError where a stream is named that does not wait, or whose line nobody signed
 */
export async function applyByWord(
  { erasers }: Pick<ByWordParts, 'erasers'>,
  waiting: readonly WaitingErasure[],
  wanted: readonly string[] | 'all',
): Promise<readonly AppliedErasure[]> {
  const chosen =
    wanted === 'all' ? waiting.filter(isSigned) : wanted.map((stream) => waitingOne(waiting, stream));
  const applied: AppliedErasure[] = [];
  for (const { erasure } of chosen) {
    const eraser = eraserOf<StreamEraser>(erasers, erasure.stream);
    applied.push({ stream: erasure.stream, result: await eraser.eraseByWord(erasure) });
  }
  return applied;
}

const isSigned = ({ signedBy }: WaitingErasure): boolean => signedBy !== 'nobody';

function waitingOne(waiting: readonly WaitingErasure[], stream: string): WaitingErasure {
  const found = waiting.find(({ erasure }) => erasure.stream === stream);
  if (found === undefined) throw new OperatorError(`No line of the list waits for ${stream}.`);
  if (!isSigned(found))
    throw new OperatorError(
      `Nobody that is known signed line ${found.line}, of ${stream}: it is left alone. An agreement is erased by: siegel nda:erase <nda id>`,
    );
  return found;
}

export const waitingText = ({ line, erasure, signedBy }: WaitingErasure): string =>
  `${erasure.stream}: line ${line}, destroyed ${erasure.destroyedAt}, signed by ${signedBy}`;

const RESULTS: Readonly<Record<EraseByWordResult, string>> = {
  again: 'erased again',
  later: 'is to be erased; a backend finishes it, since its voucher has to be settled first',
  'other-key': 'left alone: the line is of another key than the stream has',
  'no-stream': 'left alone: the log has no such stream',
};

export const appliedText = ({ stream, result }: AppliedErasure): string => `${stream}: ${RESULTS[result]}`;
