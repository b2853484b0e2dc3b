import type { Recorded } from '../eventsourcing/journal/event.js';
import { columnNames, firstValues } from '../platform/postgres/columns.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { withSealed } from '../eventsourcing/projections/sealed-part.js';
import { withdrawalNumber } from './model/rules/number.js';
import { isReceiptOwed } from './model/rules/receipt.js';
import { WITHDRAWAL_STREAM_PREFIX, type WithdrawalEvent, withdrawalIdOf } from './model/withdrawal.events.js';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawal-row.js';

type Of<T extends WithdrawalEvent['type']> = Recorded<Extract<WithdrawalEvent, { type: T }>>;

const FIRST = firstValues(WITHDRAWAL_COLUMNS);

function declared(event: Of<'WithdrawalDeclared'>): WithdrawalRow {
  const id = withdrawalIdOf(event.stream);
  const row: WithdrawalRow = {
    ...FIRST,
    id,
    revision: event.revision,
    number: withdrawalNumber(id),
    declaredAt: event.at,
    declaredByEvent: event.id,
    receiptOwed: event.open.receipt !== 'withheld',
  };
  return withSealed(row, 'declared', event);
}

const nextTry = ({ at, open: { pauseMs } }: Of<'WithdrawalReceiptFailed'>): string | null =>
  pauseMs === null ? null : new Date(Date.parse(at) + pauseMs).toISOString();

const handlers: {
  [T in Exclude<WithdrawalEvent['type'], 'WithdrawalDeclared'>]: (
    row: WithdrawalRow,
    event: Of<T>,
  ) => WithdrawalRow;
} = {
  WithdrawalReceiptSent: (row, event) => ({
    ...row,
    receiptSentAt: event.at,
    attempts: 0,
    lastError: null,
    nextTryAt: null,
  }),
  WithdrawalReceiptFailed: (row, event) => ({
    ...row,
    attempts: event.open.attempt,
    lastError: event.open.code,
    nextTryAt: nextTry(event),
  }),
  WithdrawalClosed: (row, event) => ({ ...row, closedAt: event.at }),
  WithdrawalKeyDestructionDue: (row) => row,
  WithdrawalKeyDestroyed: (row, event) => ({ ...row, keyDestroyedAt: event.open.destroyedAt, sealed: {} }),
};

/**
 * Rows of withdrawals, for the admin who answers them. A row stays after the answer, and after the key was
 * destroyed.
 */
export const withdrawalsProjection: Projection<WithdrawalRow, WithdrawalEvent> = {
  name: 'withdrawals',
  version: 2,
  table: 'withdrawals',
  columns: columnNames(WITHDRAWAL_COLUMNS),
  streamPrefix: WITHDRAWAL_STREAM_PREFIX,
  id: (event) => withdrawalIdOf(event.stream),
  fold: (row, event) => {
    if (event.type === 'WithdrawalDeclared') return declared(event);
    if (row === undefined) return undefined;
    const handle = handlers[event.type] as (
      row: WithdrawalRow,
      event: Recorded<WithdrawalEvent>,
    ) => WithdrawalRow;
    const next = handle(row, event);
    // A receipt that is no longer owed never becomes owed again.
    const receipt = row.receiptOwed ? null : 'withheld';
    const receiptOwed = isReceiptOwed({ ...next, receipt, lastCode: next.lastError });
    return { ...next, receiptOwed, revision: event.revision };
  },
};
