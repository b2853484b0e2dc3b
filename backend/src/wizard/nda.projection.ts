import type { Party, PaymentStatus } from '@siegel/contracts/enums';
import { amountDue, isFullyPaid, overallPaymentStatus, type PriceBasis } from '@siegel/contracts/payments/price';
import { NDA_STREAM_PREFIX, ndaIdOf, type NdaCreated, type NdaEvent } from '../nda/nda.events.js';
import type { Recorded } from '../platform/journal/event.js';
import { GONE, type Projection } from '../platform/projections/projection.js';
import { NDA_COLUMNS, type NdaRow, type RecipientRow, type SealedPart } from './nda-row.js';

type Of<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;
type Handler<T extends NdaEvent['type']> = (row: NdaRow, event: Of<T>) => NdaRow | typeof GONE;

/** The price's basis as a row holds it. */
export const priceBasis = (row: NdaRow): PriceBasis => ({
  mode: row.signatureMode,
  party1PaysForBoth: row.party1PaysForBoth,
  covered: { 1: row.party1Covered, 2: row.party2Covered },
});

function withSealed(row: NdaRow, name: string, event: Recorded<NdaEvent>): NdaRow {
  if (event.sealed === undefined) return row;
  const { revision, eventId, type, keyId, bytes } = event.sealed;
  const part: SealedPart = { revision, eventId, type, keyId, bytes: Buffer.from(bytes).toString('base64') };
  return { ...row, sealed: { ...row.sealed, [name]: part } };
}

interface PartyFields {
  readonly OpenAttempt: number | null;
  readonly PaymentIntentId: string | null;
  readonly PaymentStatus: PaymentStatus;
  readonly PaymentAmount: number | null;
  readonly Covered: number;
  readonly PaidAt: string;
}

/** Changes the fields of one party's payment. */
const paying = (row: NdaRow, party: Party, fields: Partial<PartyFields>): NdaRow => ({
  ...row,
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`party${party}${name}`, value])),
});

const paymentOf = (row: NdaRow, party: Party) =>
  party === 1
    ? { attempt: row.party1OpenAttempt, intent: row.party1PaymentIntentId, amount: row.party1PaymentAmount, covered: row.party1Covered }
    : { attempt: row.party2OpenAttempt, intent: row.party2PaymentIntentId, amount: row.party2PaymentAmount, covered: row.party2Covered };

/** Counts money, from a card or a voucher; the party's status follows from what is left to pay. */
function covering(row: NdaRow, party: Party, covered: number, fields: Partial<PartyFields>): NdaRow {
  const counted = paying(row, party, { ...fields, Covered: paymentOf(row, party).covered + covered });
  return paying(counted, party, { PaymentStatus: amountDue(priceBasis(counted), party) === 0 ? 'succeeded' : 'pending' });
}

/** The payment under way ended without counting. What was paid stays paid. */
function ended(row: NdaRow, party: Party): NdaRow {
  const over = paying(row, party, { OpenAttempt: null });
  return paymentOf(row, party).covered === 0 ? paying(over, party, { PaymentStatus: 'failed' }) : over;
}

const endedIfUnderWay = (row: NdaRow, party: Party, paymentIntentId: string): NdaRow => {
  const { attempt, intent } = paymentOf(row, party);
  return attempt !== null && intent === paymentIntentId ? ended(row, party) : row;
};

const recipient = (row: NdaRow, party: Party, changed: Partial<RecipientRow>): NdaRow => ({
  ...row,
  recipients: row.recipients.map((one) => (one.party === party ? { ...one, ...changed } : one)),
});

/** Brings what is derived from several facts up to date: payment over both parties, and whether the document is now due. */
function settle(row: NdaRow, at: string): NdaRow {
  const basis = priceBasis(row);
  const paymentStatus = overallPaymentStatus(basis, {
    1: { open: row.party1OpenAttempt !== null, status: row.party1PaymentStatus },
    2: { open: row.party2OpenAttempt !== null, status: row.party2PaymentStatus },
  });
  const paid = isFullyPaid(basis);
  const due = paid && row.status === 'completed' && row.deliveryStage === 'none';
  return { ...row, paymentStatus, paidAt: paid ? (row.paidAt ?? at) : null, deliveryStage: due ? 'making' : row.deliveryStage };
}

const created = (event: Of<'NdaCreated'>): NdaRow => {
  const open: NdaCreated['open'] = event.open;
  const row: NdaRow = {
    id: ndaIdOf(event.stream),
    revision: event.revision,
    status: 'draft',
    discarded: false,
    language: open.language,
    duration: open.duration,
    geographicScope: open.geographicScope,
    penaltyClause: open.penaltyClause,
    returnOfMaterials: open.returnOfMaterials,
    templateVersion: open.templateVersion,
    agreementHash: open.agreementHash,
    issueDate: open.issueDate,
    chain: open.chain,
    replaces: open.replaces,
    creatorKeyHashes: [open.creatorKeyHash],
    signatureMode: null,
    party1PaysForBoth: false,
    party1SignedAt: null,
    party2SignedAt: null,
    completedAt: null,
    party1OpenAttempt: null,
    party1PaymentIntentId: null,
    party1PaymentStatus: 'none',
    party1PaymentAmount: null,
    party1Covered: 0,
    party1PaidAt: null,
    party2OpenAttempt: null,
    party2PaymentIntentId: null,
    party2PaymentStatus: 'none',
    party2PaymentAmount: null,
    party2Covered: 0,
    party2PaidAt: null,
    paymentStatus: 'none',
    paidAt: null,
    voucherUsedAt: null,
    invitationStatus: 'none',
    tokenHash: null,
    tokenExpiresAt: null,
    linkSentAt: null,
    manualReminders: 0,
    automaticReminders: [],
    deliveryStage: 'none',
    deliveryError: null,
    documentHash: null,
    recipients: [1, 2].map((party) => ({ party: party as Party, status: 'queued', at: null, code: null, messageId: null })),
    sealed: {},
    createdAt: event.at,
  };
  return withSealed(row, 'created', event);
};

const same = (row: NdaRow): NdaRow => row;

const handlers: { [T in Exclude<NdaEvent['type'], 'NdaCreated'>]: Handler<T> } = {
  NdaDiscarded: (row) => ({ ...row, discarded: true }),
  Party1Signed: (row, e) =>
    settle(
      withSealed(
        { ...row, status: 'party1_signed', party1SignedAt: e.at, signatureMode: e.open.mode, party1PaysForBoth: e.open.party1PaysForBoth },
        'party1Signed',
        e,
      ),
      e.at,
    ),
  SigningMadeRemote: (row, e) => settle({ ...row, signatureMode: 'remote', party1PaysForBoth: e.open.party1PaysForBoth }, e.at),
  SigningMadeInPerson: (row, e) => settle({ ...row, signatureMode: 'in-person', party1PaysForBoth: e.open.party1PaysForBoth }, e.at),
  Party2Signed: (row, e) =>
    withSealed(
      {
        ...row,
        party2SignedAt: e.at,
        invitationStatus: e.open.channel === 'remote' ? 'signed' : row.invitationStatus,
        signatureMode: e.open.channel,
        tokenHash: null,
      },
      'party2Signed',
      e,
    ),
  NdaCompleted: (row, e) => settle({ ...row, status: 'completed', completedAt: e.at }, e.at),
  PaymentRequested: (row, e) =>
    settle(paying(row, e.open.party, { OpenAttempt: e.open.attempt, PaymentIntentId: null, PaymentStatus: 'pending' }), e.at),
  PaymentIntentOpened: (row, e) =>
    paymentOf(row, e.open.party).attempt === e.open.attempt ? paying(row, e.open.party, { PaymentIntentId: e.open.paymentIntentId }) : row,
  PaymentSucceeded: (row, e) => {
    const { party, attempt, amount, paymentIntentId } = e.open;
    const before = paymentOf(row, party);
    const OpenAttempt = before.attempt === attempt ? null : before.attempt;
    const PaymentAmount = (before.amount ?? 0) + amount;
    return settle(covering(row, party, amount, { OpenAttempt, PaymentAmount, PaymentIntentId: paymentIntentId, PaidAt: e.at }), e.at);
  },
  PaymentFailed: (row, e) =>
    e.open.final && paymentOf(row, e.open.party).attempt === e.open.attempt ? settle(ended(row, e.open.party), e.at) : row,
  VoucherApplied: (row, e) => {
    const { party, covered } = e.open;
    const paid = covering(row, party, covered, { PaymentAmount: paymentOf(row, party).amount ?? 0, PaidAt: e.at });
    return settle(party === 1 ? withSealed({ ...paid, voucherUsedAt: e.at }, 'voucher', e) : paid, e.at);
  },
  PaymentMismatched: (row, e) => settle(endedIfUnderWay(row, e.open.party, e.open.paymentIntentId), e.at),
  RefundDue: (row, e) => settle(endedIfUnderWay(row, e.open.party, e.open.paymentIntentId), e.at),
  PaymentRefunded: same,
  Party2Invited: (row, e) => ({
    ...row,
    invitationStatus: 'pending',
    tokenHash: e.open.tokenHash,
    tokenExpiresAt: e.open.expiresAt,
    linkSentAt: null,
    automaticReminders: [],
  }),
  Party2AddressCorrected: (row, e) =>
    withSealed(e.open.tokenHash === null ? row : { ...row, tokenHash: e.open.tokenHash, invitationStatus: 'pending' }, 'address', e),
  InvitationSent: (row, e) => ({
    ...row,
    linkSentAt: e.at,
    invitationStatus: row.invitationStatus === 'pending' ? 'sent' : row.invitationStatus,
  }),
  NoticeSent: same,
  InvitationOpened: (row) => (['pending', 'sent'].includes(row.invitationStatus) ? { ...row, invitationStatus: 'opened' } : row),
  ReminderSent: (row, e) =>
    e.open.kind === 'manual'
      ? { ...row, manualReminders: e.open.manualCount }
      : { ...row, automaticReminders: [...row.automaticReminders, e.open.kind] },
  /** Leads back to signing in person (spec section 4); who pays stays as chosen. */
  InvitationCancelled: (row, e) =>
    settle({ ...row, invitationStatus: 'cancelled', signatureMode: 'in-person', tokenHash: null, tokenExpiresAt: null }, e.at),
  InvitationExpired: (row) => ({ ...row, invitationStatus: 'expired', tokenHash: null }),
  DocumentSealed: (row, e) => ({ ...row, deliveryStage: 'sending', deliveryError: null, documentHash: e.open.documentHash }),
  DocumentSent: (row, e) =>
    recipient({ ...row, deliveryError: null }, e.open.party, { status: 'sent', at: e.at, messageId: e.open.messageId }),
  DeliveryFailed: (row, e) => {
    const failed = { ...row, deliveryError: e.open.code };
    return e.open.party === null ? failed : recipient(failed, e.open.party, { status: 'failed', at: e.at, code: e.open.code });
  },
  DocumentTimestamped: same,
  NdaSent: (row) => ({ ...row, status: 'sent', deliveryStage: 'sent', deliveryError: null }),
  MailDelivered: (row, e) => reported(row, e.open.party, e.open.messageId, { status: 'delivered', at: e.at }),
  MailBounced: (row, e) =>
    withSealed(
      reported(row, e.open.party, e.open.messageId, { status: 'bounced', at: e.at, code: e.open.code }),
      `bounce${e.open.party}`,
      e,
    ),
  CreatorAccessGranted: (row, e) => ({ ...row, creatorKeyHashes: [...row.creatorKeyHashes, e.open.creatorKeyHash] }),
  SignatureDisputed: same,
  LegalHoldSet: same,
  LegalHoldLifted: same,
  NdaErased: () => GONE,
  NdaKeyDestroyed: () => GONE,
};

/** Only of the document's own message; an invitation that bounced is not a document that did. */
function reported(row: NdaRow, party: Party, messageId: string, changed: Partial<RecipientRow>): NdaRow {
  const isDocument = row.recipients.some((one) => one.party === party && one.messageId === messageId);
  return isDocument ? recipient(row, party, changed) : row;
}

/** N as a fold: one row per NDA, personal parts still sealed. */
export const ndaProjection: Projection<NdaRow, NdaEvent> = {
  name: 'ndas',
  version: 2,
  table: 'ndas',
  columns: NDA_COLUMNS,
  bulky: ['sealed'],
  streamPrefix: NDA_STREAM_PREFIX,
  id: (event) => ndaIdOf(event.stream),
  fold: (row, event) => {
    if (event.type === 'NdaCreated') return created(event);
    if (row === undefined) return undefined;
    const handler = handlers[event.type] as Handler<NdaEvent['type']> | undefined;
    // A type that this version does not know is a fact all the same: the row moves on to its revision.
    const next = handler === undefined ? row : handler(row, event);
    return next === GONE ? GONE : { ...next, revision: event.revision };
  },
};
