import type { NdaStatus, SignatureMode } from '@siegel/contracts/enums';
import {
  boolean,
  type Columns,
  integer,
  jsonb,
  orNull,
  type RowOf,
  startingAs,
  text,
  uuid,
} from '../platform/postgres/columns.js';
import { type MoneyBack, NO_MONEY_BACK } from '../nda/money-back.state.js';
import { NOTHING_PAID, type PartyPayment, type PaymentProgress } from '../nda/payment.state.js';

/**
 * Table `nda_figures`: what of each NDA is counted for the admin (rule:funnel-comes-from-the-log). A projection, rebuilt
 * from events at will. Nothing personal; it outlasts an erasure. Days are `YYYY-MM-DD` in Europe/Berlin.
 */
export const FIGURES_COLUMNS = {
  /** Of the NDA. */
  id: uuid,
  revision: integer,
  /** Of the first NDA of a chain; null in those that took its place. */
  createdDay: orNull(text()),
  /** On which both had first signed. */
  signedDay: orNull(text()),
  /** On which all that was owed then was first paid. */
  paidDay: orNull(text()),
  status: startingAs('draft', text<NdaStatus>()),
  /** Discarded or erased: it stands in no list any more. */
  isGone: startingAs(false, boolean),
  signatureMode: orNull(text<SignatureMode>()),
  party1PaysForBoth: startingAs(false, boolean),
  party1: startingAs(NOTHING_PAID, jsonb<PaymentProgress>()),
  party2: startingAs(NOTHING_PAID, jsonb<PaymentProgress>()),
  /** Of both parties. */
  counted: startingAs([], jsonb<PartyPayment['counted']>()),
  moneyBack: startingAs(NO_MONEY_BACK, jsonb<MoneyBack>()),
} as const satisfies Columns;

export interface FiguresRow extends RowOf<typeof FIGURES_COLUMNS> {}
