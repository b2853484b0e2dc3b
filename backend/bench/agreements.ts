import type { PaymentProviderName } from '@siegel/contracts/enums';
import { PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import { createHash, randomBytes } from 'node:crypto';
import type { Infrastructure } from '#src/app/infrastructure';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import type { CommandContext, NewEvent } from '#src/eventsourcing/journal/event';
import { documentLabel, signatureLabel } from '#src/nda/nda.blobs';
import { type NdaEvent, type NdaPersonal, ndaStream } from '#src/nda/nda.events';
import * as samples from '#src/nda/testing/samples';
import { newId } from '#src/platform/crypto/ids';
import { runConcurrently } from './load.js';

/**
 * Realistic agreements, and functions that write them. Each agreement has 20 events from its creation to the
 * sent document, two signatures of 20 kB and its own key.
 */

export const EVENTS_EACH = 20;
/**
 * The numbers of events that an agreement has at four points: when Party 1 has signed, when a payment is
 * open, when the payment has succeeded, and when Party 2 has opened the link a second time.
 */
export const [SIGNED, OPEN, PAID, LOOKED] = [2, 4, 6, 14] as const;
const SIGNATURE_BYTES = 20_000;
/** The document is short, so that the benches spend their time on events. */
const DOCUMENT_BYTES = 1_000;
const WRITERS = 32;
/**
 * How often the sample's description is repeated. The repeated text has about 400 characters, like a real
 * description.
 */
const DESCRIPTION_PARTS = 3;
const NOBODY = '0'.repeat(64);

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export interface Agreement {
  readonly id: string;
  readonly stream: string;
  /** All events of the agreement, in order. */
  readonly events: readonly NdaEvent[];
  /** Random bytes: like a PNG, they cannot be compressed. */
  readonly signatures: readonly Buffer[];
  /** Random bytes, too. */
  readonly document: Buffer;
}

export interface AgreementOptions {
  /** Keyed hash that identifies the browser that creates the agreement. */
  readonly creator?: string;
  /** Id of the draft that the agreement replaces. That draft must not have replaced another draft. */
  readonly replaces?: string;
  /** Payment provider; the sandbox by default. */
  readonly provider?: PaymentProviderName;
  /** Personal values that replace the sample's values. */
  readonly personal?: Partial<NdaPersonal>;
  /** Size of each signature's picture; 20 kB by default. */
  readonly signatureBytes?: number;
}

function created(id: string, { creator = NOBODY, replaces, personal }: AgreementOptions): NdaEvent {
  const { open } = samples.created as Extract<NdaEvent, { type: 'NdaCreated' }>;
  return {
    type: 'NdaCreated',
    open: { ...open, creatorKeyHash: creator, replaces: replaces ?? null, chain: replaces ?? id },
    personal: {
      ...samples.personal,
      agreementHash: samples.AGREEMENT_HASH,
      agreementSalt: samples.AGREEMENT_SALT,
      ideaDescription: samples.personal.ideaDescription.repeat(DESCRIPTION_PARTS),
      ...personal,
    },
  };
}

const signedBy = (event: NdaEvent, signature: Buffer): NdaEvent =>
  ({ ...event, personal: { signatureHash: sha256(signature) } }) as NdaEvent;

const sentAs = (event: NdaEvent, documentHash: string): NdaEvent =>
  ({ ...event, open: { ...event.open, documentHash } }) as NdaEvent;

export function agreement(options: AgreementOptions = {}): Agreement {
  const id = newId();
  const { provider = 'sandbox', signatureBytes = SIGNATURE_BYTES } = options;
  const signatures = [randomBytes(signatureBytes), randomBytes(signatureBytes)] as const;
  const document = randomBytes(DOCUMENT_BYTES);
  const documentHash = sha256(document);
  const [paymentIntentId, tokenHash] = [`pi_${id}`, sha256(id)];
  const about = { paymentIntentId, provider };
  // The event has no sealed part, as in old logs, so that no order confirmation is owed.
  const paid: NdaEvent = {
    type: 'PaymentSucceeded',
    open: { party: 1, attempt: 1, amount: PRICE_FOR_BOTH, currency: 'EUR', ...about },
  };
  const reminder = (): NdaEvent => ({
    type: 'NoticeSent',
    open: { ...samples.noticeSent.open, about: newId() },
  });
  const events: readonly NdaEvent[] = [
    created(id, options),
    signedBy(samples.party1SignedRemote, signatures[0]),
    samples.requested(PRICE_FOR_BOTH, { provider }),
    samples.intentOpened(about),
    samples.failed({ paymentIntentId }),
    paid,
    samples.invited({ tokenHash, trigger: 'payment' }),
    samples.invitationSent,
    samples.opened({ day: '2026-11-20' }),
    samples.reminded({ kind: 'day1', manualCount: 0 }),
    reminder(),
    samples.reminded({ kind: 'day3', manualCount: 0 }),
    reminder(),
    samples.opened({ day: '2026-11-23' }),
    signedBy(samples.party2Signed({ channel: 'remote', tokenHash }), signatures[1]),
    samples.completed,
    { type: 'DocumentSealed', open: samples.document({ documentHash, bytes: DOCUMENT_BYTES }) },
    sentAs(samples.documentSent(1), documentHash),
    sentAs(samples.documentSent(2), documentHash),
    sentAs(samples.sent, documentHash),
  ];
  return { id, stream: ndaStream(id), events, signatures, document };
}

/**
 * Returns an agreement whose acts may be written one by one while a backend with the sandbox is running. The
 * backend's reactions and sweeps read each act and find nothing to append, so only the bench writes to the
 * stream:
 * - The payment is at another provider. A backend with the sandbox leaves such a payment alone.
 * - After a payment an invitation is owed, so payment and invitation are one act.
 * - Once a mail server has accepted the invitation, a reminder makes a mail due. So the acceptance is
 * recorded only with the second signature, after which no reminder is owed.
 * - All events that end the agreement are in the act of the second signature too, so that no document is
 * made.
 */
export function undisturbed(): { agreement: Agreement; acts: readonly (readonly NdaEvent[])[] } {
  const made = agreement({ provider: 'stripe' });
  const { events } = made;
  const alone = (from: number, to: number) => events.slice(from, to).map((event) => [event]);
  const paying = events.slice(PAID - 1, PAID + 1);
  const ending = [...events.slice(PAID + 1, PAID + 2), ...events.slice(LOOKED)];
  return { agreement: made, acts: [...alone(0, PAID - 1), paying, ...alone(PAID + 2, LOOKED), ending] };
}

/** Returns the context of a command that was handled this many milliseconds ago. */
export const contextAt = (ageMs = 0): CommandContext => ({
  commandId: newId(),
  correlationId: newId(),
  causedBy: null,
  actor: 'party1',
  at: new Date(Date.now() - ageMs).toISOString(),
  origin: {
    ip: '192.0.2.77',
    userAgent: 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
});

/** Writes a whole stream through the journal, in one append. @returns the number of events */
export async function write(
  { journal }: Pick<Infrastructure, 'journal'>,
  stream: string,
  events: readonly NewEvent[],
  context = contextAt(),
): Promise<number> {
  await journal.append({ stream, revision: -1, hash: NO_HASH, at: null }, events, context);
  return events.length;
}

/** Calls `one` for n = 0, 1, … while `isWanted(n)` is true, with 32 calls at a time. */
export const writeEach = (
  isWanted: (n: number) => boolean,
  one: (n: number) => Promise<unknown>,
): Promise<void> => runConcurrently(WRITERS, isWanted, one);

/**
 * Stores the files that these events of the agreement name. The service would report an event whose file is
 * missing.
 */
export async function putFiles(
  { blobs }: Pick<Infrastructure, 'blobs'>,
  { stream, events, signatures, document }: Agreement,
  written: readonly { readonly type: string }[] = events,
): Promise<void> {
  const types = new Set(written.map(({ type }) => type));
  for (const [n, bytes] of signatures.entries())
    if (types.has(`Party${n + 1}Signed`)) await blobs.put(stream, signatureLabel(sha256(bytes)), bytes);
  if (types.has('DocumentSealed')) await blobs.put(stream, documentLabel(sha256(document)), document);
}
