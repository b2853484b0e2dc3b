import type { ChatRequest } from './admin/chat-request.js';
import type { CloseObligationRequest, IssueVoucherRequest, LoginRequest } from './admin/requests.js';
import type { FunnelEventRequest, PageViewRequest } from './analytics/requests.js';
import type { RemoteSignRequest, ShareIntentRequest } from './nda/remote-signature-requests.js';
import type {
  CorrectParty1AddressRequest,
  CorrectParty2AddressRequest,
  CreateNdaRequest,
  OptimizeDescriptionRequest,
  SignRequest,
} from './nda/requests.js';
import type {
  ApplyVoucherRequest,
  ConfirmPaymentRequest,
  CreatePaymentIntentRequest,
  PaymentConsentRequest,
  SandboxConfirmRequest,
} from './payments/requests.js';
import type { TypedNameRequest } from './signature/typed-name.js';
import type { WithdrawalRequest } from './withdrawal/requests.js';

/** A picture of one pen stroke: 120 by 40 pixels, 1 bit each. */
const STROKE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAHgAAAAoAQAAAAAdkQOIAAAAnUlEQVR42s3RwQkDIRAFUCGHHLcEO8mUZjqwhJSSBA97TAkRcvAq7GUDQybjdxecChIR4Tk6jurENvcrr2SdJ+t5tr4s1vQ2/gQ2Zp0ZratptGa7ji4iz9EP9G72CJbd9YDNmiLDKSO5HnGGIxOHVoJ4mMSvvcTQrGN64QoV+TSWj80xwUs/UeQ2wWW/ciU42vc8eWsXrO//8d9b+wLoQzvhma6cqwAAAABJRU5ErkJggg==';

const description =
  'A foldable cargo trailer for bicycles, whose hub stores the energy of braking and gives it back uphill.';
const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

/**
 * Valid requests. The keys are the operation and the name of the case that the request shows. The API
 * description contains these requests, and a test sends them.
 */
export const EXAMPLES = {
  createNda: {
    draft: {
      ideaTitle: 'Foldable bicycle trailer',
      ideaDescription: description,
      party1Name: 'Katharina Brandstetter',
      party1Email: 'katharina@example.org',
      party2Name: 'Thomas Achterberg',
      party2Email: 'thomas@example.org',
      party2Company: 'Achterberg KG',
      duration: '3y',
      geographicScope: 'eu',
      penaltyClause: 'custom:30000',
      language: 'en',
    } satisfies Omit<CreateNdaRequest, 'returnOfMaterials'>,
  },
  signNda: {
    party1: {
      partyNumber: '1',
      signatureMode: 'in-person',
      party1PaysForBoth: false,
      signature: STROKE,
      signatureKind: 'drawn',
      consentLanguage: 'en',
    } satisfies SignRequest,
    party2: { partyNumber: '2', signature: STROKE } satisfies SignRequest,
  },
  writeTypedName: {
    name: { name: 'Katharina Brandstetter', style: 1 } satisfies TypedNameRequest,
  },
  correctParty2Address: {
    mistyped: { party2Email: 'thomas.achterberg@example.org' } satisfies CorrectParty2AddressRequest,
  },
  correctParty1Address: {
    mistyped: { party1Email: 'katharina.brandstetter@example.org' } satisfies CorrectParty1AddressRequest,
  },
  createPaymentIntent: {
    party1: { partyNumber: '1', paymentMode: 'split' } satisfies CreatePaymentIntentRequest,
  },
  paymentConsent: {
    sandbox: {
      paymentIntentId: 'pi_sandbox_0123456789abcdef01234567',
      wording: 'v1',
      language: 'de',
      earlyPerformance: true,
    } satisfies PaymentConsentRequest,
  },
  confirmPayment: {
    sandbox: { paymentIntentId: 'pi_sandbox_0123456789abcdef01234567' } satisfies ConfirmPaymentRequest,
  },
  applyVoucher: {
    party1: { voucherCode: 'NDA-ABCD-EFGH', partyNumber: '1' } satisfies ApplyVoucherRequest,
  },
  confirmSandboxPayment: {
    succeeds: card satisfies SandboxConfirmRequest,
    declined: { ...card, cardNumber: '4000 0000 0000 0002' } satisfies SandboxConfirmRequest,
    asksForMore: { ...card, cardNumber: '4000 0025 0000 3155' } satisfies SandboxConfirmRequest,
    authenticated: {
      ...card,
      cardNumber: '4000 0025 0000 3155',
      authenticated: true,
    } satisfies SandboxConfirmRequest,
  },
  signByLink: {
    drawn: { signature: STROKE, signatureKind: 'drawn', consentLanguage: 'en' } satisfies RemoteSignRequest,
  },
  createShareIntent: {
    party2: { partyNumber: '2', paymentMode: 'split' } satisfies ShareIntentRequest,
  },
  applyVoucherByLink: {
    party2: { voucherCode: 'NDA-ABCD-EFGH' } satisfies ApplyVoucherRequest,
  },
  optimizeDescription: {
    english: { description, language: 'en' } satisfies OptimizeDescriptionRequest,
  },
  declareWithdrawal: {
    order: {
      name: 'Katharina Brandstetter',
      email: 'katharina@example.org',
      reference: 'S-MZXW6YTBOI',
      message: 'I ordered it twice by mistake.',
    } satisfies WithdrawalRequest,
    bare: { name: 'K. Brandstetter', email: 'katharina@example.org', reference: 'order of 12 November' },
  },
  recordPageView: { home: { page: 'home', sessionId: 'a-tab-of-a-browser' } satisfies PageViewRequest },
  recordFunnelEvent: {
    view: { eventType: 'view', sessionId: 'a-tab-of-a-browser' } satisfies FunnelEventRequest,
  },
  login: { password: { password: 'the password of the administration' } satisfies LoginRequest },
  issueVoucher: {
    nameless: {} satisfies IssueVoucherRequest,
    named: { recipientName: 'Erika Mustermann' } satisfies IssueVoucherRequest,
  },
  chat: {
    first: {
      messages: [{ role: 'user', content: 'How did the last week go?' }],
      language: 'en',
    } satisfies ChatRequest,
    second: {
      messages: [
        { role: 'user', content: 'How did the last week go?' },
        { role: 'assistant', content: '12 agreements were created.' },
        { role: 'user', content: 'And the week before?' },
      ],
      language: 'en',
    } satisfies ChatRequest,
  },
  closeObligation: {
    noted: { note: 'Paid back by transfer' } satisfies CloseObligationRequest,
    bare: {} satisfies CloseObligationRequest,
  },
  nameVoucherRecipient: {
    named: { recipientName: 'Erika Mustermann' },
    nameless: { recipientName: null },
  },
} as const;
