import {
  cents,
  flag,
  named,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  text,
  textWith,
  timestamp,
  uuid,
} from '../schema.js';
import {
  RECEIPT_MAILS,
  type WithdrawalReceivedView,
  type WithdrawalView,
  type WithdrawnOrderView,
} from './view.js';

const number = textWith({ pattern: '^W-[A-Z2-7]{10}$' });

export const withdrawalReceivedSchema: Schema<WithdrawalReceivedView> = named(
  'WithdrawalReceived',
  objectOf<WithdrawalReceivedView>({ number, receivedAt: timestamp, mail: oneOf(RECEIPT_MAILS) }),
);

const orderSchema: Schema<WithdrawnOrderView> = named(
  'WithdrawnOrder',
  objectOf<WithdrawnOrderView>({
    ndaId: uuid,
    party: oneOf([1, 2]),
    amount: nullable(cents),
    currency: text,
    paidAt: nullable(timestamp),
    performed: flag,
  }),
);

export const withdrawalSchema: Schema<WithdrawalView> = named(
  'Withdrawal',
  objectOf<WithdrawalView>({
    id: uuid,
    number,
    receivedAt: timestamp,
    name: nullable(text),
    email: nullable(text),
    reference: nullable(text),
    message: nullable(text),
    order: nullable(orderSchema),
    receiptSentAt: nullable(timestamp),
    closedAt: nullable(timestamp),
  }),
);
