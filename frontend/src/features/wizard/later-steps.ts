/** What comes after the signatures: one file, which comes while those are given. */
export { FinishStep } from '../finish/finish-step.js';
export { PaymentDialog } from '../payment/payment-dialog.js';
