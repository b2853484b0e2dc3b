import {
  cents,
  described,
  flag,
  namedObject,
  nullable,
  oneOf,
  text,
  textWith,
  timestamp,
  uuid,
  type ViewOf,
} from '../schema.js';

/** Says whether a withdrawal's receipt is mailed (rule:withdrawal-receipt). */
export const RECEIPT_MAILS = ['sent', 'withheld'] as const;
export type ReceiptMail = (typeof RECEIPT_MAILS)[number];

const number = described(
  'Number of the withdrawal, for messages between the sender and the operator',
  textWith({ pattern: '^W-[A-Z2-7]{10}$' }),
);

export const withdrawalReceivedSchema = namedObject('WithdrawalReceived', {
  number,
  receivedAt: timestamp,
  mail: described(
    '`withheld` if a limit is reached. Only the page then shows the receipt',
    oneOf(RECEIPT_MAILS),
  ),
});
/**
 * Body of the 202 response to `POST /api/withdrawals`. It does not reveal whether the service knows the
 * reference.
 */
export interface WithdrawalReceivedView extends ViewOf<typeof withdrawalReceivedSchema> {}

const orderSchema = namedObject('WithdrawnOrder', {
  ndaId: uuid,
  party: oneOf([1, 2]),
  amount: described(
    'Cents of this party that counted. 0 if a voucher paid. Null while nothing is paid',
    nullable(cents),
  ),
  currency: text,
  paidAt: nullable(timestamp),
  performed: described('True if the service was performed in full: both parties have the document', flag),
});
/** The order that a withdrawal names, as far as the service knows it. */
export interface WithdrawnOrderView extends ViewOf<typeof orderSchema> {}

export const withdrawalSchema = namedObject('Withdrawal', {
  id: described('Id of the obligation of the withdrawal', uuid),
  number,
  receivedAt: timestamp,
  name: nullable(text),
  email: nullable(text),
  reference: nullable(text),
  message: nullable(text),
  /** Null if the reference names no known order. */
  order: nullable(orderSchema),
  receiptSentAt: described('Time when a mail server accepted the receipt', nullable(timestamp)),
  closedAt: nullable(timestamp),
});
/**
 * `GET /api/admin/withdrawals/{id}`: a withdrawal as the admin sees it. The sender's declaration is null
 * after its retention period has ended (rule:withdrawal-key-goes).
 */
export interface WithdrawalView extends ViewOf<typeof withdrawalSchema> {}
