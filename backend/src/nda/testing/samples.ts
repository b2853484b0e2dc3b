import {
  OPEN_TERMS,
  type RecordedTerms,
  recordTerms,
  SEALED_TERMS,
  type TermName,
} from '@siegel/contracts/nda/term-fields';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import type { NdaEvent, NdaPersonal, NdaTermsOpen } from '../nda.events.js';
import { agreementCommitment } from '@siegel/contracts/agreement/commitment';
import { day, NDA_ID } from './given.js';

/** Typed sample events for tests. Each is a value, or a function whose arguments are the parts that vary. */
type Open<T extends NdaEvent['type']> = Extract<NdaEvent, { type: T }>['open'];

export const hashOf = (letter: string): string => letter.repeat(64);
export const AGREEMENT_HASH = hashOf('a');
export const AGREEMENT_SALT = Buffer.alloc(32, 7).toString('base64');
export const AGREEMENT_COMMITMENT = agreementCommitment({
  agreementHash: AGREEMENT_HASH,
  agreementSalt: AGREEMENT_SALT,
});
export const DOCUMENT_HASH = hashOf('d');
export const TOKEN = hashOf('1');
export const NEXT_TOKEN = hashOf('2');
export const LINK_ID = 'bGluay1vbmU';
export const NEXT_LINK_ID = 'bGluay10d28';
export const CREATOR = hashOf('c');
export const SIGNATURE_1 = hashOf('5');
export const SIGNATURE_2 = hashOf('6');
export const VOUCHER = hashOf('e');

/** Returns a sample's terms in the form in which the event `NdaCreated` records them. */
export const recordedTerms = (
  sample: RecordedTerms<TermName>,
): { terms: NdaTermsOpen; personal: NdaPersonal } => ({
  terms: recordTerms(sample, OPEN_TERMS),
  personal: recordTerms(sample, SEALED_TERMS),
});
/** The terms are in English but the agreement's language is German, as in the fixtures. */
export const { terms, personal } = recordedTerms({ ...SAMPLES.en, language: 'de' });

export const created: NdaEvent = {
  type: 'NdaCreated',
  open: {
    ...terms,
    templateVersion: 'v1',
    agreementCommitment: AGREEMENT_COMMITMENT,
    issueDate: '2026-11-02',
    creatorKeyHash: CREATOR,
    replaces: null,
    chain: NDA_ID,
  },
  personal: { ...personal, agreementHash: AGREEMENT_HASH, agreementSalt: AGREEMENT_SALT },
};
export const discarded: NdaEvent = { type: 'NdaDiscarded', open: { replacedBy: null, reason: 'retention' } };

const signed = {
  agreementCommitment: AGREEMENT_COMMITMENT,
  agreementHashConfirmed: true,
  templateVersion: 'v1',
  consentWording: 'v1',
  consentLanguage: 'de',
  signatureKind: 'drawn',
} as const;
export const party1Signed = (change: Partial<Open<'Party1Signed'>> = {}): NdaEvent => ({
  type: 'Party1Signed',
  open: { ...signed, mode: 'in-person', party1PaysForBoth: false, ...change },
  personal: { signatureHash: SIGNATURE_1 },
});
/** Party 1 pays for both. */
export const party1SignedRemote: NdaEvent = party1Signed({ mode: 'remote', party1PaysForBoth: true });
/** Each party pays for itself. */
export const party1SignedSplit: NdaEvent = party1Signed({ mode: 'remote' });
export const madeRemote = (party1PaysForBoth: boolean): NdaEvent => ({
  type: 'SigningMadeRemote',
  open: { party1PaysForBoth },
});
export const madeInPerson = (party1PaysForBoth: boolean): NdaEvent => ({
  type: 'SigningMadeInPerson',
  open: { party1PaysForBoth },
});
export const party2Signed = (change: Partial<Open<'Party2Signed'>> = {}): NdaEvent => ({
  type: 'Party2Signed',
  open: { ...signed, channel: 'in-person', tokenHash: null, ...change },
  personal: { signatureHash: SIGNATURE_2 },
});
export const party2SignedRemotely: NdaEvent = party2Signed({ channel: 'remote', tokenHash: TOKEN });
export const completed: NdaEvent = {
  type: 'NdaCompleted',
  open: { agreementCommitment: AGREEMENT_COMMITMENT },
};

export const requested = (amount: number, change: Partial<Open<'PaymentRequested'>> = {}): NdaEvent => ({
  type: 'PaymentRequested',
  open: {
    party: 1,
    attempt: 1,
    amount,
    currency: 'EUR',
    provider: 'sandbox',
    ...change,
  },
});
export const intentOpened = (change: Partial<Open<'PaymentIntentOpened'>> = {}): NdaEvent => ({
  type: 'PaymentIntentOpened',
  open: { party: 1, attempt: 1, paymentIntentId: 'pi_1', provider: 'sandbox', ...change },
});
export const paid = (amount: number, change: Partial<Open<'PaymentSucceeded'>> = {}): NdaEvent => ({
  type: 'PaymentSucceeded',
  open: {
    party: 1,
    attempt: 1,
    amount,
    currency: 'EUR',
    paymentIntentId: 'pi_1',
    provider: 'sandbox',
    ...change,
  },
  personal: { cardLastDigits: '4242' },
});
export const consentGiven = (change: Partial<Open<'PaymentConsentGiven'>> = {}): NdaEvent => ({
  type: 'PaymentConsentGiven',
  open: {
    party: 1,
    attempt: 1,
    paymentIntentId: 'pi_1',
    amount: 199,
    currency: 'EUR',
    wording: 'v1',
    language: 'de',
    ...change,
  },
});
export const failed = (change: Partial<Open<'PaymentFailed'>> = {}): NdaEvent => ({
  type: 'PaymentFailed',
  open: { party: 1, attempt: 1, paymentIntentId: 'pi_1', code: 'card_declined', final: false, ...change },
});
export const voucherApplied = (covered: number, change: Partial<Open<'VoucherApplied'>> = {}): NdaEvent => ({
  type: 'VoucherApplied',
  open: { party: 1, covered, voucherId: VOUCHER, ...change },
  personal: { voucherCode: 'NDA-ABCD-EFGH' },
});
export const mismatched = (change: Partial<Open<'PaymentMismatched'>> = {}): NdaEvent => ({
  type: 'PaymentMismatched',
  open: { party: 1, paymentIntentId: 'pi_1', expectedAmount: 199, amount: 200, currency: 'EUR', ...change },
});
export const refundDue = (amount: number, change: Partial<Open<'RefundDue'>> = {}): NdaEvent => ({
  type: 'RefundDue',
  open: { party: 1, paymentIntentId: 'pi_1', amount, currency: 'EUR', reason: 'excess', ...change },
});
export const refunded = (totalRefunded: number, paymentIntentId = 'pi_1'): NdaEvent => ({
  type: 'PaymentRefunded',
  open: { paymentIntentId, totalRefunded, currency: 'EUR' },
});
export const chargedBack = (
  state: Open<'PaymentChargedBack'>['state'],
  paymentIntentId = 'pi_1',
  amount = 199,
  disputes = 1,
  undecided = state === 'opened' ? amount : 0,
): NdaEvent => ({
  type: 'PaymentChargedBack',
  open: {
    paymentIntentId,
    amount,
    currency: 'EUR',
    state,
    ...(disputes === 1 ? {} : { disputes, undecided }),
  },
});

export const invited = (change: Partial<Open<'Party2Invited'>> = {}): NdaEvent => ({
  type: 'Party2Invited',
  open: { invitation: 1, tokenHash: TOKEN, expiresAt: day(7), trigger: 'creator', ...change },
});
export const addressCorrected = (
  change: Partial<Open<'Party2AddressCorrected'>> = {},
  party2Email = 'cb@example.org',
): NdaEvent => ({
  type: 'Party2AddressCorrected',
  open: { address: 2, tokenHash: null, ...change },
  personal: { party2Email, previousEmail: personal.party2Email },
});
export const ownAddressCorrected = (address = 2, party1Email = 'al@example.org'): NdaEvent => ({
  type: 'Party1AddressCorrected',
  open: { address },
  personal: { party1Email, previousEmail: personal.party1Email },
});
export const invitationSent = {
  type: 'InvitationSent',
  open: { invitation: 1, messageId: 'invitation-1', fate: 'accepted' },
} as const satisfies NdaEvent;
/** @param about id of the event that records the payment */
export const orderConfirmed = (about: string): NdaEvent => ({
  type: 'NoticeSent',
  open: { notice: 'order', party: 1, about, messageId: 'order-1' },
});
export const noticeSent = {
  type: 'NoticeSent',
  open: { notice: 'reminder', party: 2, about: 'event-9', messageId: 'notice-1' },
} as const satisfies NdaEvent;
export const opened = (change: Partial<Open<'InvitationOpened'>> = {}): NdaEvent => ({
  type: 'InvitationOpened',
  open: { invitation: 1, day: '2026-11-03', visitor: hashOf('7'), ...change },
});
export const reminded = (change: Partial<Open<'ReminderSent'>> = {}): NdaEvent => ({
  type: 'ReminderSent',
  open: { invitation: 1, kind: 'manual', manualCount: 1, ...change },
});
export const declined = (address = 1): NdaEvent => ({ type: 'RemindersDeclined', open: { address } });
export const cancelled = (invitation = 1): NdaEvent => ({
  type: 'InvitationCancelled',
  open: { invitation },
});
export const expired: NdaEvent = { type: 'InvitationExpired', open: { invitation: 1 } };

export const document = (change: Partial<Open<'DocumentSealed'>> = {}): Open<'DocumentSealed'> => ({
  documentHash: DOCUMENT_HASH,
  bytes: 34_000,
  pages: 4,
  asOfRevision: 4,
  templateVersion: 'v1',
  renderer: 'pdf-1',
  verifyUrl: 'https://siegel.example/verify',
  level: 'none',
  certificateHash: null,
  ...change,
});
export const sealed: NdaEvent = { type: 'DocumentSealed', open: document() };
export const documentSent = (party: 1 | 2): NdaEvent => ({
  type: 'DocumentSent',
  open: { party, messageId: `document-${party}`, documentHash: DOCUMENT_HASH },
});
export const deliveryFailed: NdaEvent = {
  type: 'DeliveryFailed',
  open: { stage: 'sending', party: 2, code: 'mail_unreachable', attempt: 1 },
};
export const timestamped: NdaEvent = {
  type: 'DocumentTimestamped',
  open: { documentHash: DOCUMENT_HASH, authority: 'tsa.example.org', tokenTime: day(1) },
};
export const sent: NdaEvent = { type: 'NdaSent', open: { documentHash: DOCUMENT_HASH } };
export const mailFailed = (change: Partial<Open<'MailFailed'>> = {}): NdaEvent => ({
  type: 'MailFailed',
  open: {
    kind: 'document',
    party: 2,
    about: 'event-5',
    code: 'mail_unreachable',
    permanent: false,
    attempt: 1,
    ...change,
  },
});
export const mailDelivered: NdaEvent = {
  type: 'MailDelivered',
  open: { kind: 'document', party: 1, messageId: 'document-1' },
};
export const bounced = (change: Partial<Open<'MailBounced'>> = {}): NdaEvent => ({
  type: 'MailBounced',
  open: { kind: 'document', party: 2, messageId: 'document-2', code: 'bounced', permanent: true, ...change },
  personal: { reason: '550 no such user charles@example.org' },
});
export const mailBounced: NdaEvent = bounced();
export const continueLinkRequested = (change: Partial<Open<'ContinueLinkRequested'>> = {}): NdaEvent => ({
  type: 'ContinueLinkRequested',
  open: { number: 1, linkId: LINK_ID, expiresAt: day(1), ...change },
});
export const accessGranted: NdaEvent = {
  type: 'CreatorAccessGranted',
  open: { creatorKeyHash: hashOf('9') },
};
/**
 * Event: a browser got the creator's access by opening a link to continue.
 * @param link number of the link
 */
export const accessGrantedBy = (link: number): NdaEvent => ({
  type: 'CreatorAccessGranted',
  open: { creatorKeyHash: hashOf('9'), link },
});
export const accessEnded: NdaEvent = { type: 'CreatorAccessEnded', open: { kept: CREATOR } };
export const disputed: NdaEvent = { type: 'SignatureDisputed', open: { party: 2 } };
export const obligationClosed: NdaEvent = {
  type: 'ObligationClosed',
  open: { about: 'event-9', by: 'admin' },
  personal: { note: 'Paid back by transfer' },
};
export const holdSet: NdaEvent = { type: 'LegalHoldSet', open: {}, personal: { reason: 'Case 12 O 34/26' } };
export const holdLifted: NdaEvent = {
  type: 'LegalHoldLifted',
  open: {},
  personal: { reason: 'Case closed' },
};
export const erased: NdaEvent = { type: 'NdaErased', open: { reason: 'admin' } };
export const keyDestroyed: NdaEvent = {
  type: 'NdaKeyDestroyed',
  open: { keyId: 'key-1', destroyedAt: day(9), receiptKeyId: 'receipt-1', receiptSignature: 'c2lnbmF0dXJl' },
};
