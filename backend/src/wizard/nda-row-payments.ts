import type { Party } from '@siegel/contracts/enums';
import { isFullyPaid, overallPaymentStatus, type PriceBasis } from '@siegel/contracts/payments/price';
import { partyAfter, partyWithout, type PartyStanding, type PaymentFact } from '../nda/payment-standing.js';
import { isCompleteAndPaid } from '../nda/rules/document.js';
import type { NdaRow } from './nda-row.js';

// How a row keeps what `nda/payment-standing.ts` says of each party: a column for each value.

/** The price's basis as a row holds it. */
export const priceBasis = (row: NdaRow): PriceBasis => ({
  mode: row.signatureMode,
  party1PaysForBoth: row.party1PaysForBoth,
  covered: { 1: row.party1Covered, 2: row.party2Covered },
});

const columnsOf = <P extends Party>(party: P) =>
  ({
    status: `party${party}PaymentStatus`,
    openAttempt: `party${party}OpenAttempt`,
    openIntentId: `party${party}OpenIntentId`,
    paymentIntentId: `party${party}PaymentIntentId`,
    covered: `party${party}Covered`,
    amount: `party${party}PaymentAmount`,
    paidAt: `party${party}PaidAt`,
  }) as const;
const COLUMNS = { 1: columnsOf(1), 2: columnsOf(2) } as const;

function standingOf(row: NdaRow, party: Party): PartyStanding {
  const columns = COLUMNS[party];
  const attempt = row[columns.openAttempt];
  return {
    status: row[columns.status],
    open: attempt === null ? undefined : { attempt, paymentIntentId: row[columns.openIntentId] },
    paymentIntentId: row[columns.paymentIntentId],
    covered: row[columns.covered],
    amount: row[columns.amount],
    paidAt: row[columns.paidAt],
  };
}

function withStanding(row: NdaRow, party: Party, standing: PartyStanding): NdaRow {
  const columns = COLUMNS[party];
  return {
    ...row,
    [columns.status]: standing.status,
    [columns.openAttempt]: standing.open?.attempt ?? null,
    [columns.openIntentId]: standing.open?.paymentIntentId ?? null,
    [columns.paymentIntentId]: standing.paymentIntentId,
    [columns.covered]: standing.covered,
    [columns.amount]: standing.amount,
    [columns.paidAt]: standing.paidAt,
  };
}

/** The row after a fact of payment. */
export function paying(row: NdaRow, event: PaymentFact): NdaRow {
  const { party } = event.open;
  return withStanding(row, party, partyAfter(standingOf(row, party), event, priceBasis(row)));
}

/** Money that does not count ended a request: the open one, where it is that one's intent. */
export const payingEnded = (row: NdaRow, party: Party, paymentIntentId: string): NdaRow =>
  withStanding(row, party, partyWithout(standingOf(row, party), paymentIntentId));

/**
 * Brings what is derived from several facts up to date: payment over both parties, and whether the document
 * is now due.
 */
export function settle(row: NdaRow, at: string): NdaRow {
  const basis = priceBasis(row);
  const paymentStatus = overallPaymentStatus(basis, {
    1: { open: row.party1OpenAttempt !== null, status: row.party1PaymentStatus },
    2: { open: row.party2OpenAttempt !== null, status: row.party2PaymentStatus },
  });
  const paid = isFullyPaid(basis);
  const due = isCompleteAndPaid({ status: row.status, paymentStatus }) && row.deliveryStage === 'none';
  return {
    ...row,
    paymentStatus,
    paidAt: paid ? (row.paidAt ?? at) : null,
    deliveryStage: due ? 'making' : row.deliveryStage,
  };
}
