import type { Link } from '../http/openapi/route-description.js';

const ID = { id: '$response.body#/id' };

const toNda = (operationId: string, description: string): Link => ({
  operationId,
  description,
  parameters: ID,
});

/** What follows a creation, in the order of the screens. */
export const LINKS_OF_NDA: Readonly<Record<string, Link>> = {
  read: toNda('readNda', 'The NDA that was made'),
  agreement: toNda('readAgreement', 'The text that is to be signed'),
  sign: toNda('signNda', 'Party 1 signs, then Party 2'),
  signature: {
    operationId: 'readSignature',
    description: 'The signature of Party 1, once there is one',
    parameters: { ...ID, party: '1' },
  },
  pay: toNda('createPaymentIntent', 'Party 1 pays, once it has signed'),
  payByVoucher: toNda('applyVoucher', 'Or pays with a voucher'),
  send: toNda('sendEmail', 'The document is sent, once all have signed and paid'),
  document: toNda('readDocument', 'The signed PDF, once it is made'),
};

const SAME_NDA = { id: '$request.path.id' };

/** What follows a signature. */
export const LINKS_OF_SIGNATURE: Readonly<Record<string, Link>> = {
  sign: { operationId: 'signNda', description: 'The other party signs', parameters: SAME_NDA },
  pay: { operationId: 'createPaymentIntent', description: 'Party 1 pays', parameters: SAME_NDA },
  document: {
    operationId: 'readDocument',
    description: 'The signed PDF, once it is paid',
    parameters: SAME_NDA,
  },
};

/** What follows the request for a payment. */
export const LINKS_OF_INTENT: Readonly<Record<string, Link>> = {
  confirmAtSandbox: {
    operationId: 'confirmSandboxPayment',
    description: 'The card is entered; here the sandbox stands in for the provider',
    parameters: { clientSecret: '$response.body#/clientSecret' },
  },
  confirm: {
    operationId: 'confirmPayment',
    description: 'The dialog of the provider reported success',
    parameters: SAME_NDA,
    requestBody: { paymentIntentId: '{$response.body#/paymentIntentId}' },
  },
};
