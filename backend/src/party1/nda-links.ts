import type { Link } from '../http/openapi/route-description.js';

const ID = { id: '$response.body#/id' };

const toNda = (operationId: string, description: string): Link => ({
  operationId,
  description,
  parameters: ID,
});

/** The calls after a creation, in the order of the screens. */
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
  invite: toNda('inviteParty2', 'Party 2 is to sign from anywhere, once Party 1 has signed and paid'),
  sendLink: toNda('sendContinueLink', 'Party 1 goes on in another browser'),
  send: toNda('sendEmail', 'The document is sent, once all have signed and paid'),
  document: toNda('readDocument', 'The signed PDF, once it is made'),
};

const SAME_NDA = { id: '$request.path.id' };

/** The calls after a signature. */
export const LINKS_OF_SIGNATURE: Readonly<Record<string, Link>> = {
  sign: { operationId: 'signNda', description: 'The other party signs', parameters: SAME_NDA },
  pay: { operationId: 'createPaymentIntent', description: 'Party 1 pays', parameters: SAME_NDA },
  document: {
    operationId: 'readDocument',
    description: 'The signed PDF, once it is paid',
    parameters: SAME_NDA,
  },
};

/** The calls after an invitation. */
export const LINKS_OF_INVITATION: Readonly<Record<string, Link>> = {
  remind: { operationId: 'remindParty2', description: 'The link is sent again', parameters: SAME_NDA },
  correct: {
    operationId: 'correctParty2Address',
    description: 'The link went to a wrong address',
    parameters: SAME_NDA,
  },
  cancel: { operationId: 'cancelInvitation', description: 'The link is withdrawn', parameters: SAME_NDA },
};

/** The calls after using a link to continue. */
export const LINKS_OF_CONTINUING: Readonly<Record<string, Link>> = {
  read: toNda('readNda', 'The NDA that this browser opens now'),
  endOthers: toNda('endOtherAccess', 'No other browser is to open it any more'),
};

/** The calls after requesting a payment. */
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
