import type { Party } from '../enums.js';

/** Whether the receipt of a withdrawal goes out (rule:withdrawal-receipt). */
export const RECEIPT_MAILS = ['sent', 'withheld'] as const;
export type ReceiptMail = (typeof RECEIPT_MAILS)[number];

/** 202 of it: the same whether or not the reference is known. */
export interface WithdrawalReceivedView {
  /** By which both sides name it: `W-` and ten letters or digits. */
  number: string;
  /** ISO 8601 UTC. */
  receivedAt: string;
  /** Withheld where a limit is reached; then the page alone has the receipt. */
  mail: ReceiptMail;
}

/** What is known of the order that a withdrawal names. */
export interface WithdrawnOrderView {
  ndaId: string;
  party: Party;
  /** What counted of this party: cents, 0 where a voucher paid; null while nothing did. */
  amount: number | null;
  currency: string;
  paidAt: string | null;
  /** The service was performed in full: both parties have the document. */
  performed: boolean;
}

/**
 * `GET /api/admin/withdrawals/{id}`: a withdrawal as the admin reads it. What was declared is null once its time is
 * over (rule:withdrawal-key-goes). Times are ISO 8601 UTC.
 */
export interface WithdrawalView {
  /** Of its obligation. */
  id: string;
  number: string;
  receivedAt: string;
  name: string | null;
  email: string | null;
  reference: string | null;
  message: string | null;
  /** Null where the reference is not known. */
  order: WithdrawnOrderView | null;
  /** When a mail server accepted the receipt. */
  receiptSentAt: string | null;
  closedAt: string | null;
}
