import type { Language, Party } from '@siegel/contracts/enums';
import { formatDateTime, formatMoney } from '@siegel/contracts/formats';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';

type Sentence<T extends NdaEvent['type']> = (
  event: Extract<Recorded<NdaEvent>, { type: T }>,
  language: Language,
) => string;
type Sentences = { readonly [T in NdaEvent['type']]: Sentence<T> };

const by = (language: Language, de: string, en: string): string => (language === 'de' ? de : en);
const party = (number: Party, language: Language): string =>
  number === 1
    ? by(language, 'die offenlegende Partei', 'the Disclosing Party')
    : by(language, 'die empfangende Partei', 'the Receiving Party');
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
const pays = (both: boolean, language: Language): string =>
  both ? by(language, 'die offenlegende Partei zahlt für beide', 'the Disclosing Party pays for both') : '';
const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('; ');

/** One sentence per kind of event, free of personal data but for addresses (rule:audit-page). */
const SENTENCES: Sentences = {
  NdaCreated: (_, l) =>
    by(
      l,
      'Vereinbarung erstellt, Wortlaut und Prüfsumme festgelegt',
      'Agreement created, text and checksum fixed',
    ),
  NdaDiscarded: (_, l) => by(l, 'Entwurf verworfen', 'Draft discarded'),
  Party1Signed: (e, l) =>
    join(
      by(l, 'Unterschrift der offenlegenden Partei', 'Signature of the Disclosing Party'),
      `${by(l, 'Prüfsumme', 'checksum')} ${confirmed(e.open.agreementHashConfirmed, l)}`,
      pays(e.open.mode === 'remote' && e.open.party1PaysForBoth, l),
    ),
  SigningMadeRemote: (e, l) => join(who(true, l), pays(e.open.party1PaysForBoth, l)),
  SigningMadeInPerson: (_, l) => who(false, l),
  Party2Signed: (e, l) =>
    join(
      by(l, 'Unterschrift der empfangenden Partei', 'Signature of the Receiving Party'),
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
  PaymentRequested: (e, l) =>
    `${by(l, 'Zahlung angefordert', 'Payment requested')}: ${formatMoney(e.open.amount, l)}`,
  PaymentIntentOpened: (_, l) =>
    by(l, 'Zahlung beim Zahlungsdienst eröffnet', 'Payment opened at the payment provider'),
  PaymentSucceeded: (e, l) =>
    join(
      `${by(l, 'Zahlung eingegangen', 'Payment received')}: ${formatMoney(e.open.amount, l)}`,
      `${by(l, 'für', 'for')} ${party(e.open.party, l)}`,
    ),
  PaymentFailed: (_, l) => by(l, 'Zahlung nicht zustande gekommen', 'Payment not completed'),
  VoucherApplied: (e, l) =>
    `${by(l, 'Gutschein eingelöst für', 'Voucher redeemed for')} ${party(e.open.party, l)}`,
  PaymentMismatched: (_, l) =>
    by(l, 'Zahlung über einen anderen Betrag, nicht angerechnet', 'Payment of another amount, not counted'),
  RefundDue: (e, l) => `${by(l, 'Rückzahlung vorgemerkt', 'Refund noted')}: ${formatMoney(e.open.amount, l)}`,
  PaymentRefunded: (e, l) =>
    `${by(l, 'Rückzahlung erfolgt', 'Refund made')}: ${formatMoney(e.open.amount, l)}`,
  Party2Invited: (e, l) =>
    `${by(l, 'Empfangende Partei eingeladen, Link gültig bis', 'Receiving Party invited, link valid until')} ${formatDateTime(e.open.expiresAt, l)}`,
  Party2AddressCorrected: (e, l) => {
    const what = by(
      l,
      'E-Mail-Adresse der empfangenden Partei geändert',
      'E-mail address of the Receiving Party changed',
    );
    return e.personal === undefined
      ? what
      : `${what}: ${e.personal.party2Email} (${by(l, 'zuvor', 'before')} ${e.personal.previousEmail})`;
  },
  InvitationSent: (_, l) =>
    by(l, 'Einladung vom E-Mail-Dienst angenommen', 'Invitation accepted by the e-mail provider'),
  NoticeSent: (_, l) =>
    by(l, 'Nachricht vom E-Mail-Dienst angenommen', 'Notice accepted by the e-mail provider'),
  InvitationOpened: (_, l) => by(l, 'Link der Einladung benutzt', 'Link of the invitation used'),
  ReminderSent: (e, l) =>
    e.open.kind === 'manual'
      ? by(l, 'Erinnerung an die empfangende Partei veranlasst', 'Reminder to the Receiving Party asked for')
      : by(
          l,
          'Automatische Erinnerung an die empfangende Partei',
          'Automatic reminder to the Receiving Party',
        ),
  InvitationCancelled: (_, l) => by(l, 'Einladung zurückgezogen', 'Invitation withdrawn'),
  InvitationExpired: (_, l) => by(l, 'Einladung abgelaufen', 'Invitation expired'),
  DocumentSealed: (_, l) => by(l, 'Dokument erstellt und hinterlegt', 'Document made and stored'),
  DocumentSent: (e, l) => `${by(l, 'Dokument gesendet an', 'Document sent to')} ${party(e.open.party, l)}`,
  DeliveryFailed: (_, l) =>
    by(l, 'Versand nicht gelungen, wird wiederholt', 'Sending failed, is tried again'),
  DocumentTimestamped: (_, l) =>
    by(l, 'Zeitstempel zum Dokument erhalten', 'Time stamp for the document received'),
  NdaSent: (_, l) => by(l, 'Dokument an beide Parteien gesendet', 'Document sent to both parties'),
  MailDelivered: (e, l) =>
    `${by(l, 'E-Mail zugestellt an', 'E-mail delivered to')} ${party(e.open.party, l)}`,
  MailBounced: (e, l) =>
    `${by(l, 'E-Mail nicht zustellbar an', 'E-mail undeliverable to')} ${party(e.open.party, l)}`,
  CreatorAccessGranted: (_, l) =>
    by(
      l,
      'Weiterer Browser der offenlegenden Partei zugelassen',
      'Another browser of the Disclosing Party let in',
    ),
  SignatureDisputed: (e, l) =>
    `${by(l, 'Unterschrift bestritten durch', 'Signature disputed by')} ${party(e.open.party, l)}`,
  LegalHoldSet: (_, l) => by(l, 'Aufbewahrung angeordnet', 'Legal hold set'),
  LegalHoldLifted: (_, l) => by(l, 'Aufbewahrung aufgehoben', 'Legal hold lifted'),
  NdaErased: (_, l) => by(l, 'Löschung angeordnet', 'Erasure decided'),
  NdaKeyDestroyed: (_, l) => by(l, 'Schlüssel vernichtet', 'Key destroyed'),
};

export const auditSentence = (event: Recorded<NdaEvent>, language: Language): string =>
  (SENTENCES[event.type] as (event: Recorded<NdaEvent>, language: Language) => string)(event, language);
