/** The steps after the signatures. They are in one file, which is loaded while the parties sign. */
export { FinishStep } from '../finish/finish-step.js';
export { PaymentDialog } from '../payment/payment-dialog.js';
