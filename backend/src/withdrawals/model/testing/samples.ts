import { history } from './given.js';
import type {
  Declaration,
  ReceiptKind,
  WithdrawalEvent,
  WithdrawalReceiptFailed,
} from '../withdrawal.events.js';

export const declaration: Declaration = {
  name: 'Grace Hopper',
  email: 'grace@example.org',
  reference: 'S-MZXW6YTBOI',
  message: 'Zweimal bestellt',
  language: 'de',
};

export const declaredWith = (receipt: ReceiptKind | null): WithdrawalEvent => ({
  type: 'WithdrawalDeclared',
  open: { receipt },
  personal: declaration,
});
export const declared = declaredWith('brief');
/** Id that `given` assigns to the `declared` event. This event makes the receipt and the answer owed. */
export const ABOUT = history([declared])[0]?.id ?? '';
export const receiptSent: WithdrawalEvent = {
  type: 'WithdrawalReceiptSent',
  open: { about: ABOUT, messageId: '<receipt@siegel.example>' },
};
export const receiptFailed = (change: Partial<WithdrawalReceiptFailed['open']> = {}): WithdrawalEvent => ({
  type: 'WithdrawalReceiptFailed',
  open: { about: ABOUT, code: 'mail_unreachable', permanent: false, attempt: 1, pauseMs: 30_000, ...change },
});
export const closed: WithdrawalEvent = {
  type: 'WithdrawalClosed',
  open: { about: ABOUT, by: 'admin' },
  personal: { note: 'Zurückgezahlt' },
};
export const keyDue: WithdrawalEvent = {
  type: 'WithdrawalKeyDestructionDue',
  open: { reason: 'retention', days: 1461 },
};
export const keyDestroyed: WithdrawalEvent = {
  type: 'WithdrawalKeyDestroyed',
  open: {
    keyId: 'key-1',
    destroyedAt: '2030-11-02T10:00:00.000Z',
    receiptKeyId: 'receipt-1',
    receiptSignature: 'c2lnbmF0dXJl',
  },
};
