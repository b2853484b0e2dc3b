import type { PaymentProviderName } from '@siegel/contracts/enums';
import { PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { createHash, randomBytes } from 'node:crypto';
import type { Infrastructure } from '#src/app/infrastructure';
import { signatureLabel } from '#src/nda/nda.blobs';
import { type NdaEvent, type NdaPersonal, ndaStream } from '#src/nda/nda.events';
import { recordedTerms } from '#src/nda/testing/samples';
import { newId } from '#src/platform/crypto/ids';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import type { CommandContext } from '#src/eventsourcing/journal/event';
import { agreementCommitment } from '@siegel/contracts/agreement/commitment';

/**
 * NDAs as they really are: 20 events from the first word to the sent document, two signatures of 20 kB, a key
 * of their own.
 */

export const EVENTS_EACH = 20;
const SIGNATURE_BYTES = 20_000;
const WRITERS = 32;
/** Makes the sample's description as long as people's are: about 400 characters. */
const DESCRIPTION_PARTS = 3;

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const AGREEMENT = { agreementHash: sha256('agreement'), agreementSalt: '' };
const COMMITMENT = agreementCommitment(AGREEMENT);
const DOCUMENT = sha256('document');
const signed = {
  agreementCommitment: COMMITMENT,
  agreementHashConfirmed: true,
  templateVersion: 'v1',
  consentWording: 'v1',
  consentLanguage: 'de',
  signatureKind: 'drawn',
} as const;
const { terms, personal } = recordedTerms(SAMPLES.de);
const payment = { party: 1, attempt: 1, currency: 'EUR' } as const;

/** Random bytes: nothing can make them smaller, as with a PNG. */
const signature = (): { bytes: Buffer; hash: string } => {
  const bytes = randomBytes(SIGNATURE_BYTES);
  return { bytes, hash: sha256(bytes) };
};

export interface TrueNda {
  readonly id: string;
  readonly stream: string;
  /** What happens to it, one act after the other. */
  readonly acts: {
    readonly created: NdaEvent;
    readonly signed: NdaEvent;
    readonly paying: readonly NdaEvent[];
    readonly inviting: readonly NdaEvent[];
    readonly ending: readonly NdaEvent[];
  };
  /** Each is appended at once: acts by themselves, the last signature with all that ends the NDA. */
  readonly appends: readonly (readonly NdaEvent[])[];
  readonly signatures: readonly { readonly bytes: Buffer; readonly hash: string }[];
}

type Acts = TrueNda['acts'];

export interface TrueNdaOptions {
  /** Id of the draft whose place it takes, the first of its chain. */
  readonly replaces?: string;
  /** Where it is paid; the sandbox by default. */
  readonly provider?: PaymentProviderName;
  /** Other than the sample's. */
  readonly personal?: Partial<NdaPersonal>;
}

const created = (
  id: string,
  creatorKeyHash: string,
  { replaces, personal: other }: TrueNdaOptions,
): NdaEvent => ({
  type: 'NdaCreated',
  open: {
    ...terms,
    templateVersion: 'v1',
    agreementCommitment: COMMITMENT,
    issueDate: '2026-11-20',
    creatorKeyHash,
    replaces: replaces ?? null,
    chain: replaces ?? id,
  },
  personal: {
    ...personal,
    ...other,
    ...AGREEMENT,
    ideaDescription: personal.ideaDescription.repeat(DESCRIPTION_PARTS),
  },
});

const paying = (intent: string, provider: PaymentProviderName): NdaEvent[] => [
  { type: 'PaymentRequested', open: { ...payment, provider, amount: PRICE_FOR_BOTH } },
  { type: 'PaymentIntentOpened', open: { party: 1, attempt: 1, provider, paymentIntentId: intent } },
  {
    type: 'PaymentFailed',
    open: { party: 1, attempt: 1, paymentIntentId: intent, code: 'card_declined', final: false },
  },
  {
    type: 'PaymentSucceeded',
    open: { ...payment, provider, amount: PRICE_FOR_BOTH, paymentIntentId: intent },
  },
];

const inviting = (tokenHash: string): NdaEvent[] => [
  {
    type: 'Party2Invited',
    open: { invitation: 1, tokenHash, expiresAt: '2026-11-27T10:00:00.000Z', trigger: 'payment' },
  },
  { type: 'InvitationSent', open: { invitation: 1, messageId: 'invitation-1' } },
  { type: 'InvitationOpened', open: { invitation: 1, day: '2026-11-20', visitor: sha256('visitor') } },
  { type: 'ReminderSent', open: { invitation: 1, kind: 'day1', manualCount: 0 } },
  { type: 'NoticeSent', open: { notice: 'reminder', party: 2, about: newId(), messageId: 'reminder-1' } },
  { type: 'ReminderSent', open: { invitation: 1, kind: 'day3', manualCount: 0 } },
  { type: 'NoticeSent', open: { notice: 'reminder', party: 2, about: newId(), messageId: 'reminder-2' } },
  { type: 'InvitationOpened', open: { invitation: 1, day: '2026-11-23', visitor: sha256('visitor') } },
];

/**
 * In one append with the second signature: the delivery's job finds its work done, so the bench does not
 * measure how PDFs are made.
 */
const ending = (tokenHash: string, signatureHash: string): NdaEvent[] => [
  { type: 'Party2Signed', open: { ...signed, channel: 'remote', tokenHash }, personal: { signatureHash } },
  { type: 'NdaCompleted', open: { agreementCommitment: COMMITMENT } },
  {
    type: 'DocumentSealed',
    open: {
      documentHash: DOCUMENT,
      bytes: 34_000,
      pages: 4,
      asOfRevision: 15,
      templateVersion: 'v1',
      renderer: 'pdf-1',
      verifyUrl: 'https://siegel.example/verify',
      level: 'none',
      certificateHash: null,
    },
  },
  { type: 'DocumentSent', open: { party: 1, messageId: 'document-1', documentHash: DOCUMENT } },
  { type: 'DocumentSent', open: { party: 2, messageId: 'document-2', documentHash: DOCUMENT } },
  { type: 'NdaSent', open: { documentHash: DOCUMENT } },
];

/**
 * The payment owes an invitation, so the two come together. A reminder owes a mail once the invitation was accepted, so
 * that is recorded with the signature, after which no reminder is owed.
 */
function appendsOf({ created: first, signed: second, paying: payment, inviting: asking, ending: end }: Acts) {
  const [invited, accepted, ...rest] = asking;
  const alone = (events: readonly NdaEvent[]) => events.map((event) => [event]);
  const paid = [...payment.slice(-1), invited].filter((event) => event !== undefined);
  const ended = [accepted, ...end].filter((event) => event !== undefined);
  return [...alone([first, second, ...payment.slice(0, -1)]), paid, ...alone(rest), ended];
}

export function trueNda(creatorKeyHash: string, options: TrueNdaOptions = {}): TrueNda {
  const id = newId();
  const [first, second] = [signature(), signature()];
  const tokenHash = sha256(id);
  const acts: Acts = {
    created: created(id, creatorKeyHash, options),
    signed: {
      type: 'Party1Signed',
      open: { ...signed, mode: 'remote', party1PaysForBoth: true },
      personal: { signatureHash: first.hash },
    },
    paying: paying(`pi_${id}`, options.provider ?? 'sandbox'),
    inviting: inviting(tokenHash),
    ending: ending(tokenHash, second.hash),
  };
  return { id, stream: ndaStream(id), acts, appends: appendsOf(acts), signatures: [first, second] };
}

/**
 * One whose appends may come one by one to a backend with the sandbox: its reactions and sweeps look at each and find
 * nothing to append, so that only the bench writes to the stream. What is open at another provider it leaves alone.
 */
export const undisturbedNda = (): TrueNda => trueNda('0'.repeat(64), { provider: 'stripe' });

export const contextNow = (): CommandContext => ({
  commandId: newId(),
  correlationId: newId(),
  causedBy: null,
  actor: 'party1',
  at: new Date().toISOString(),
  origin: {
    ip: '192.0.2.77',
    userAgent: 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
});

export async function putSignatures({ blobs }: Pick<Infrastructure, 'blobs'>, nda: TrueNda): Promise<void> {
  for (const { bytes, hash } of nda.signatures) await blobs.put(nda.stream, signatureLabel(hash), bytes);
}

/** Writes whole NDAs through the journal, each in one append. Resolves with their ids. */
export async function writeNdas(
  infrastructure: Pick<Infrastructure, 'journal' | 'blobs'>,
  count: number,
  creatorKeyHash: string,
): Promise<string[]> {
  const ids: string[] = [];
  const write = async (): Promise<void> => {
    while (ids.length < count) {
      const nda = trueNda(creatorKeyHash);
      ids.push(nda.id);
      const head = { stream: nda.stream, revision: -1, hash: NO_HASH, at: null };
      await infrastructure.journal.append(head, nda.appends.flat(), contextNow());
      await putSignatures(infrastructure, nda);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return ids;
}
