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
 * Columns of the table `nda_figures`. A row has the facts about one NDA that the admin's figures count
 * (rule:funnel-comes-from-the-log). The table is a projection that can be rebuilt from events at any time. It
 * contains nothing personal and survives an erasure. Days are `YYYY-MM-DD` in Europe/Berlin.
 */
export const FIGURES_COLUMNS = {
  /** Id of the NDA. */
  id: uuid,
  revision: integer,
  /**
   * Day on which the NDA was created; null if the NDA is not the first one of its chain, or if it was
   * discarded without a successor.
   */
  createdDay: orNull(text()),
  /** The day of the second signature. */
  signedDay: orNull(text()),
  /** The first day on which nothing was left to pay. */
  paidDay: orNull(text()),
  status: startingAs('draft', text<NdaStatus>()),
  /** True if the NDA is discarded or erased, so that no list shows it any more. */
  isGone: startingAs(false, boolean),
  signatureMode: orNull(text<SignatureMode>()),
  party1PaysForBoth: startingAs(false, boolean),
  party1: startingAs(NOTHING_PAID, jsonb<PaymentProgress>()),
  party2: startingAs(NOTHING_PAID, jsonb<PaymentProgress>()),
  /** The counted payments of both parties. */
  counted: startingAs([], jsonb<PartyPayment['counted']>()),
  moneyBack: startingAs(NO_MONEY_BACK, jsonb<MoneyBack>()),
} as const satisfies Columns;

export interface FiguresRow extends RowOf<typeof FIGURES_COLUMNS> {}
