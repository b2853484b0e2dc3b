import type { Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import { NDA_STREAM_PREFIX, ndaIdOf, type NdaEvent } from '../nda/nda.events.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { columnNames, firstValues } from '../eventsourcing/projections/columns.js';
import { DELETED, DELETED_AND_DONE, type Projection } from '../eventsourcing/projections/projection.js';
import { withSealed } from '../eventsourcing/projections/sealed-part.js';
import { isBounced } from '../nda/mail-standing.js';
import { mailsAfter } from '../nda/mails-after.js';
import { type MoneyBackFact, moneyBackAfter } from '../nda/money-back.js';
import { owedUntil } from '../nda/owed-mails.js';
import { awaitsSignature } from '../nda/rules/invitation.js';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { mailPauseMs } from '../nda/rules/delivery-pauses.js';
import { lastPartyActAfter } from '../nda/rules/repeated-act.js';
import { NDA_COLUMNS, type NdaRow, type RecipientRow } from './nda-row.js';
import { isDeliveryOwed } from './nda-row-delivery.js';
import { invitingHandlers } from './nda-row-invitation.js';
import { paying, payingEnded, settle } from './nda-row-payments.js';

type Of<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;
type Handler<T extends NdaEvent['type']> = (row: NdaRow, event: Of<T>) => NdaRow | typeof DELETED;

const recipient = (row: NdaRow, party: Party, changed: Partial<RecipientRow>): NdaRow => ({
  ...row,
  recipients: row.recipients.map((one) => (one.party === party ? { ...one, ...changed } : one)),
});

const FIRST = firstValues(NDA_COLUMNS);

function created(event: Of<'NdaCreated'>): NdaRow {
  // What else is open of it has a column of the same name.
  const { creatorKeyHash, ...agreed } = event.open;
  const id = ndaIdOf(event.stream);
  const row: NdaRow = {
    ...FIRST,
    ...agreed,
    id,
    party1OrderNumber: orderNumber(id, 1),
    party2OrderNumber: orderNumber(id, 2),
    revision: event.revision,
    creatorKeyHashes: [creatorKeyHash],
    createdAt: event.at,
    lastPartyActAt: event.at,
  };
  return withSealed(row, 'created', event);
}

const same = (row: NdaRow): NdaRow => row;

const goingBack = (row: NdaRow, event: MoneyBackFact): NdaRow => ({
  ...row,
  moneyBack: moneyBackAfter(row.moneyBack, event),
});

const handlers: { [T in Exclude<NdaEvent['type'], 'NdaCreated' | 'NdaKeyDestroyed'>]: Handler<T> } = {
  NdaDiscarded: (row) => ({ ...row, discarded: true }),
  Party1Signed: (row, e) =>
    settle(
      withSealed(
        {
          ...row,
          status: 'party1_signed',
          party1SignedAt: e.at,
          signatureMode: e.open.mode,
          party1PaysForBoth: e.open.party1PaysForBoth,
        },
        'party1Signed',
        e,
      ),
      e.at,
    ),
  SigningMadeRemote: (row, e) =>
    settle({ ...row, signatureMode: 'remote', party1PaysForBoth: e.open.party1PaysForBoth }, e.at),
  SigningMadeInPerson: (row, e) =>
    settle({ ...row, signatureMode: 'in-person', party1PaysForBoth: e.open.party1PaysForBoth }, e.at),
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
  PaymentRequested: (row, e) => settle(paying(row, e), e.at),
  PaymentIntentOpened: paying,
  PaymentSucceeded: (row, e) => settle(paying(row, e), e.at),
  PaymentFailed: (row, e) => settle(paying(row, e), e.at),
  VoucherApplied: (row, e) => {
    const paid = settle(paying(row, e), e.at);
    return e.open.party === 1 ? withSealed({ ...paid, voucherUsedAt: e.at }, 'voucher', e) : paid;
  },
  PaymentMismatched: (row, e) => settle(payingEnded(row, e.open.party, e.open.paymentIntentId), e.at),
  PaymentConsentGiven: same,
  RefundDue: (row, e) => settle(goingBack(payingEnded(row, e.open.party, e.open.paymentIntentId), e), e.at),
  PaymentRefunded: goingBack,
  PaymentChargedBack: goingBack,
  ...invitingHandlers,
  Party1AddressCorrected: (row, e) => withSealed(row, 'ownAddress', e),
  DocumentSealed: (row, e) => ({
    ...row,
    deliveryStage: 'sending',
    deliveryError: null,
    documentHash: e.open.documentHash,
  }),
  DocumentSent: (row, { at, open: { party, messageId } }) => {
    const failing = row.recipients.find((one) => one.party !== party && one.status === 'failed');
    const sent = { status: 'sent', at, messageId, nextTryAt: undefined } as const;
    return recipient({ ...row, deliveryError: failing?.code ?? null }, party, sent);
  },
  DeliveryFailed: (row, { at, open: { stage, party, code, attempt, pauseMs } }) => {
    return party === null || stage !== 'sending'
      ? { ...row, deliveryError: code }
      : notSent(row, party, { at, code, attempt, pauseMs });
  },
  DocumentTimestamped: same,
  NdaSent: (row) => ({ ...row, status: 'sent', deliveryStage: 'sent', deliveryError: null }),
  MailFailed: (row, { at, open: { kind, party, code, attempt, pauseMs } }) =>
    kind === 'document' ? notSent(row, party, { at, code, attempt, pauseMs }) : row,
  MailDelivered: (row, e) =>
    isOfDocument(row, e) && !isBounced(row.mail, e)
      ? recipient(row, e.open.party, { status: 'delivered', at: e.at })
      : row,
  MailBounced: (row, e) => {
    const { party, code } = e.open;
    const bounced = { status: 'bounced', at: e.at, code } as const;
    return isOfDocument(row, e) ? withSealed(recipient(row, party, bounced), `bounce${party}`, e) : row;
  },
  ContinueLinkRequested: same,
  CreatorAccessGranted: (row, e) => ({
    ...row,
    creatorKeyHashes: [...row.creatorKeyHashes, e.open.creatorKeyHash],
  }),
  CreatorAccessEnded: (row, e) => ({ ...row, creatorKeyHashes: [e.open.kept] }),
  SignatureDisputed: (row, { at, open: { party } }) => ({
    ...row,
    disputes: [...row.disputes, { party, at }],
  }),
  ObligationClosed: goingBack,
  LegalHoldSet: (row, e) => withSealed({ ...row, legalHoldSince: e.at }, 'legalHold', e),
  LegalHoldLifted: (row) => ({ ...row, legalHoldSince: null }),
  NdaErased: () => DELETED,
};

/** The mail with the document was not accepted: it is tried again, or waits until somebody asks. */
function notSent(
  row: NdaRow,
  party: Party,
  { at, code, attempt, pauseMs }: { at: string; code: string; attempt: number; pauseMs: number | undefined },
): NdaRow {
  const nextTryAt = isGivenUp(code)
    ? null
    : new Date(Date.parse(at) + (pauseMs ?? mailPauseMs(code, attempt))).toISOString();
  return recipient({ ...row, deliveryError: code }, party, { status: 'failed', at, code, nextTryAt });
}

/** An invitation that bounced is not a document that did. */
const isOfDocument = (
  row: NdaRow,
  { open: { party, messageId } }: { readonly open: { readonly party: Party; readonly messageId: string } },
): boolean => row.recipients.some((one) => one.party === party && one.messageId === messageId);

/** N as a fold: one row per NDA, personal parts still sealed. */
export const ndaProjection: Projection<NdaRow, NdaEvent> = {
  name: 'ndas',
  version: 12,
  table: 'ndas',
  columns: columnNames(NDA_COLUMNS),
  bulky: ['sealed'],
  streamPrefix: NDA_STREAM_PREFIX,
  id: (event) => ndaIdOf(event.stream),
  fold: (row, event) => {
    if (event.type === 'NdaCreated') return created(event);
    if (event.type === 'NdaKeyDestroyed') return DELETED_AND_DONE;
    if (row === undefined) return undefined;
    const handler = handlers[event.type] as Handler<NdaEvent['type']> | undefined;
    // A type that this version does not know is a fact all the same: the row moves on to its revision.
    const next = handler === undefined ? row : handler(row, event);
    if (next === DELETED) return DELETED;
    const mails = mailsAfter(row, event, {
      addresses: row.addresses,
      invitation: row.invitations,
      expiresAt: row.tokenExpiresAt,
      awaitsSignature: awaitsSignature(row.invitationStatus),
      remindersDeclined: row.remindersDeclined,
    });
    const owed = { mailOwedUntil: owedUntil(mails.owedMails), deliveryOwed: isDeliveryOwed(next) };
    const lastPartyActAt = lastPartyActAfter(row.lastPartyActAt, event);
    return { ...next, ...mails, ...owed, lastPartyActAt, revision: event.revision };
  },
};
