import type { Pool } from 'pg';
import type { Erasers } from '../app/erasers.js';
import { eraserOf } from '../erasure/erasers.js';
import type { ErasureList, ListedErasure } from '../erasure/erasure-list.js';
import type { KnownReceiptKeys } from '../erasure/known-receipt-keys.js';
import type { EraseConfirmedResult, StreamEraser } from '../erasure/stream-eraser.js';
import { waitingLines } from '../erasure/waiting-lines.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { verifyDestruction } from '../vault/erasure.js';
import type { Receipts } from '../vault/receipts.js';

/**
 * Who signed a line. `nobody` means that the key is unknown, or that the signature is not valid for the line.
 * A key that only the database names proves little, because anyone who can write to the database may have
 * added the key.
 */
type SignedBy = 'this service' | 'a key that only the database names' | 'nobody';

export interface WaitingErasure {
  readonly line: number;
  readonly erasure: ListedErasure;
  readonly signedBy: SignedBy;
}

export interface WaitingErasureParts {
  readonly pool: Pool;
  /** The list to read. */
  readonly list: Pick<ErasureList, 'read'>;
  /** The keys that are stored next to the list of erasures. */
  readonly receiptKeys: KnownReceiptKeys;
  readonly receipts: Pick<Receipts, 'publicKeys'>;
  readonly erasers: Pick<Erasers, 'ndas' | 'vouchers' | 'withdrawals'>;
}

/**
 * Returns the lines of a list that wait for the operator's decision (rule:erasures-survive-a-restore), one
 * for each stream.
 */
export async function waitingErasures(parts: WaitingErasureParts): Promise<readonly WaitingErasure[]> {
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

/** The result of one erasure. */
export interface AppliedErasure {
  readonly stream: string;
  readonly result: EraseConfirmedResult;
}

/**
 * Applies the chosen lines. A line that nobody signed is never applied, but `siegel nda:erase` can erase its
 * agreement.
 * @throws OperatorError for a stream that has no waiting line, or whose line nobody signed
 */
export async function applyConfirmed(
  { erasers }: Pick<WaitingErasureParts, 'erasers'>,
  waiting: readonly WaitingErasure[],
  wanted: readonly string[] | 'all',
): Promise<readonly AppliedErasure[]> {
  const chosen =
    wanted === 'all' ? waiting.filter(isSigned) : wanted.map((stream) => waitingOne(waiting, stream));
  const applied: AppliedErasure[] = [];
  for (const { erasure } of chosen) {
    const eraser = eraserOf<StreamEraser>(erasers, erasure.stream);
    applied.push({ stream: erasure.stream, result: await eraser.eraseConfirmed(erasure) });
  }
  return applied;
}

const isSigned = ({ signedBy }: WaitingErasure): boolean => signedBy !== 'nobody';

function waitingOne(waiting: readonly WaitingErasure[], stream: string): WaitingErasure {
  const found = waiting.find(({ erasure }) => erasure.stream === stream);
  if (found === undefined)
    throw new OperatorError(
      `In the list of erasures, no line for ${stream} is waiting for your decision. Run siegel erasures:apply without a stream to see the lines that are waiting.`,
    );
  if (!isSigned(found))
    throw new OperatorError(
      `Line ${found.line} of the list of erasures, for ${stream}, was not signed by any known key, so the line is not applied. If ${stream} is an agreement, this command erases it anyway: siegel nda:erase <nda id>`,
    );
  return found;
}

export const waitingText = ({ line, erasure, signedBy }: WaitingErasure): string =>
  `${erasure.stream}: line ${line}, destroyed ${erasure.destroyedAt}, signed by ${signedBy}`;

const RESULTS: Readonly<Record<EraseConfirmedResult, string>> = {
  again: 'erased again',
  later:
    'will be erased by a backend, because something else must be done first (a redeemed voucher is settled)',
  closed:
    'not erased: the stream is closed, so nothing can be recorded in it. Repair it first (siegel log:repair <stream>), and then repeat this command',
  'other-key': 'not erased: the line names another key than the stream has',
  'no-stream': 'not erased: the log has no such stream',
};

export const appliedText = ({ stream, result }: AppliedErasure): string =>
  `${stream}: ${RESULTS[result].replace('<stream>', stream)}`;
