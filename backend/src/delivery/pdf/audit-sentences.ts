import type { Language, SignatureKind } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import type { NdaEvent } from '../../nda/nda.events.js';
import { type HandlerPerEvent, valueFor } from '../../nda/rules/each-event.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';

/**
 * One function per event type, which returns the sentence to print. Null for event types that are never
 * printed.
 */
type Sentences = {
  readonly [T in NdaEvent['type']]: HandlerPerEvent<[language: Language], string | undefined>[T] | null;
};

const by = (language: Language, de: string, en: string): string => (language === 'de' ? de : en);
const confirmed = (yes: boolean, language: Language): string =>
  yes
    ? by(language, 'vom Browser bestätigt', 'confirmed by the browser')
    : by(language, 'vom Browser nicht bestätigt', 'not confirmed by the browser');
const who = (remote: boolean, language: Language): string =>
  remote
    ? by(
        language,
        'Die empfangende Partei unterschreibt über einen Link',
        'The Receiving Party signs through a link',
      )
    : by(
        language,
        'Die empfangende Partei unterschreibt am selben Bildschirm',
        'The Receiving Party signs on the same screen',
      );
const made = (kind: SignatureKind | null, language: Language): string =>
  kind === null
    ? ''
    : kind === 'drawn'
      ? by(language, 'gezeichnet', 'drawn')
      : by(language, 'Name getippt', 'name typed');
/** The payment is a statement by the service. Nobody else can verify it. */
const paid = (language: Language): string =>
  by(language, 'Bezahlt (Angabe des Dienstes)', 'Paid (as stated by the service)');
const corrected = (
  what: string,
  email: string | undefined,
  previous: string | undefined,
  language: Language,
): string =>
  email === undefined || previous === undefined
    ? what
    : `${what}: ${email} (${by(language, 'zuvor', 'before')} ${previous})`;
const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('; ');

/**
 * One sentence for each event type that is printed. The sentences contain no personal data except addresses
 * (rule:audit-page).
 */
const SENTENCES: Sentences = {
  NdaCreated: (_, l) =>
    by(
      l,
      'Vereinbarung erstellt, Wortlaut und Prüfsumme festgelegt',
      'Agreement created, text and checksum fixed',
    ),
  Party1Signed: (e, l) =>
    join(
      by(l, 'Unterschrift der offenlegenden Partei', 'Signature of the Disclosing Party'),
      made(e.open.signatureKind, l),
      `${by(l, 'Prüfsumme', 'checksum')} ${confirmed(e.open.agreementHashConfirmed, l)}`,
    ),
  SigningMadeRemote: (_, l) => who(true, l),
  SigningMadeInPerson: (_, l) => who(false, l),
  Party2Signed: (e, l) =>
    join(
      by(l, 'Unterschrift der empfangenden Partei', 'Signature of the Receiving Party'),
      made(e.open.signatureKind, l),
      e.open.channel === 'remote'
        ? by(l, 'über den zugesandten Link', 'through the link that was sent')
        : by(l, 'auf dem Gerät der offenlegenden Partei', 'on the device of the Disclosing Party'),
      `${by(l, 'Prüfsumme', 'checksum')} ${confirmed(e.open.agreementHashConfirmed, l)}`,
    ),
  NdaCompleted: (_, l) =>
    by(
      l,
      'Beide Parteien haben unterschrieben, die Vereinbarung steht fest',
      'Both parties have signed, the agreement is final',
    ),
  PaymentSucceeded: (_, l) => paid(l),
  VoucherApplied: (_, l) => paid(l),
  Party2Invited: (e, l) =>
    `${by(l, 'Empfangende Partei eingeladen, Link gültig bis', 'Receiving Party invited, link valid until')} ${formatDateTime(e.open.expiresAt, l)}`,
  Party1AddressCorrected: ({ personal }, l) =>
    corrected(
      by(
        l,
        'E-Mail-Adresse der offenlegenden Partei geändert',
        'E-mail address of the Disclosing Party changed',
      ),
      personal?.party1Email,
      personal?.previousEmail,
      l,
    ),
  Party2AddressCorrected: ({ personal }, l) =>
    corrected(
      by(
        l,
        'E-Mail-Adresse der empfangenden Partei geändert',
        'E-mail address of the Receiving Party changed',
      ),
      personal?.party2Email,
      personal?.previousEmail,
      l,
    ),
  // If a mail server accepted the invitation, this event is not printed, because the sentence for
  // `Party2Invited` already says that Party 2 was invited.
  InvitationSent: ({ open: { fate } }, l) =>
    fate === 'accepted'
      ? undefined
      : by(
          l,
          'Einladung abgeschickt; ob ein Mailserver sie angenommen hat, ist nicht bekannt',
          'Invitation sent; it is not known whether a mail server accepted it',
        ),
  InvitationOpened: (_, l) => by(l, 'Link der Einladung benutzt', 'Link of the invitation used'),
  NdaDiscarded: null,
  PaymentRequested: null,
  PaymentIntentOpened: null,
  PaymentFailed: null,
  PaymentMismatched: null,
  RefundDue: null,
  PaymentRefunded: null,
  PaymentChargedBack: null,
  PaymentConsentGiven: null,
  NoticeSent: null,
  ReminderSent: null,
  RemindersDeclined: null,
  InvitationCancelled: null,
  InvitationExpired: null,
  DocumentSealed: null,
  DocumentSent: null,
  DeliveryFailed: null,
  DocumentTimestamped: null,
  NdaSent: null,
  MailFailed: null,
  MailDelivered: null,
  MailBounced: null,
  ContinueLinkRequested: null,
  CreatorAccessGranted: null,
  CreatorAccessEnded: null,
  SignatureDisputed: null,
  ObligationClosed: null,
  LegalHoldSet: null,
  LegalHoldLifted: null,
  NdaErased: null,
  NdaKeyDestroyed: null,
};

/** Added to the sentence of an event if earlier events of its kind are not printed. */
export const moreOfThisKind = (count: number, language: Language): string =>
  count === 0 ? '' : `; ${by(language, 'weitere dieser Art davor', 'more of this kind before it')}: ${count}`;

/** Returns the sentence of an event; undefined if the event is not printed. */
export function auditSentence(event: Recorded<NdaEvent>, language: Language): string | undefined {
  const sentence = valueFor<unknown>(SENTENCES, event.type) as
    | ((event: Recorded<NdaEvent>, language: Language) => string | undefined)
    | null
    | undefined;
  return sentence?.(event, language);
}
