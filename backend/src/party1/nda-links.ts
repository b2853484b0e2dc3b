import type { Link } from '../http/openapi/route-description.js';

const ID = { id: '$response.body#/id' };

const toNda = (operationId: string, description: string): Link => ({
  operationId,
  description,
  parameters: ID,
});

/** OpenAPI links to the calls that may follow the creation of an NDA, in the order of the screens. */
export const LINKS_OF_NDA: Readonly<Record<string, Link>> = {
  read: toNda('readNda', 'Reads the new NDA'),
  agreement: toNda('readAgreement', 'Reads the text to sign'),
  sign: toNda('signNda', 'Party 1 signs, then Party 2'),
  signature: {
    operationId: 'readSignature',
    description: 'Reads the signature of Party 1, once it exists',
    parameters: { ...ID, party: '1' },
  },
  pay: toNda('createPaymentIntent', 'Party 1 pays, once it has signed'),
  payByVoucher: toNda('applyVoucher', 'Party 1 pays with a voucher instead'),
  invite: toNda('inviteParty2', 'Invites Party 2 to sign through a link, once Party 1 has signed and paid'),
  sendLink: toNda('sendContinueLink', 'Mails Party 1 a link to continue in another browser'),
  send: toNda('sendEmail', 'Sends the document, once both parties have signed and everything is paid'),
  document: toNda('readDocument', 'Reads the signed PDF, once it exists'),
};

const SAME_NDA = { id: '$request.path.id' };

/** OpenAPI links to the calls that may follow a signature. */
export const LINKS_OF_SIGNATURE: Readonly<Record<string, Link>> = {
  sign: { operationId: 'signNda', description: 'The other party signs', parameters: SAME_NDA },
  pay: { operationId: 'createPaymentIntent', description: 'Party 1 pays', parameters: SAME_NDA },
  document: {
    operationId: 'readDocument',
    description: 'Reads the signed PDF, once everything is paid',
    parameters: SAME_NDA,
  },
};

/** OpenAPI links to the calls that may follow an invitation. */
export const LINKS_OF_INVITATION: Readonly<Record<string, Link>> = {
  remind: { operationId: 'remindParty2', description: 'Sends the link again', parameters: SAME_NDA },
  correct: {
    operationId: 'correctParty2Address',
    description: 'Corrects the address if the link went to a wrong one',
    parameters: SAME_NDA,
  },
  cancel: { operationId: 'cancelInvitation', description: 'Cancels the link', parameters: SAME_NDA },
};

/** OpenAPI links to the calls that may follow the use of a link to continue. */
export const LINKS_OF_CONTINUING: Readonly<Record<string, Link>> = {
  read: toNda('readNda', 'Reads the NDA that this browser can now open'),
  endOthers: toNda('endOtherAccess', 'Ends the access of all other browsers'),
};

/** OpenAPI links to the calls that may follow the request of a payment. */
export const LINKS_OF_INTENT: Readonly<Record<string, Link>> = {
  confirmAtSandbox: {
    operationId: 'confirmSandboxPayment',
    description:
      'The person enters the card. This call is for the sandbox, which replaces the payment provider',
    parameters: { clientSecret: '$response.body#/clientSecret' },
  },
  confirm: {
    operationId: 'confirmPayment',
    description: 'Call this after the dialog of the provider has reported success',
    parameters: SAME_NDA,
    requestBody: { paymentIntentId: '{$response.body#/paymentIntentId}' },
  },
};
