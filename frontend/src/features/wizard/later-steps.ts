/** What comes after the form: one file, which comes while that is filled in. */
export { FinishStep } from '../finish/finish-step.js';
export { PaymentDialog } from '../payment/payment-dialog.js';
export { SigningStep } from '../signing/signing-step.js';
