import { PAY_CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import { LANGUAGES, type Language, MAIL_KINDS, type MailKind } from '@siegel/contracts/enums';
import { PRICE_FOR_BOTH, PRICE_PER_PARTY } from '@siegel/contracts/limits';
import type { Receipt } from '@siegel/contracts/receipt';
import type { MailSite } from '../mail-site.js';
import type { WrittenMail } from '../written-mail.js';
import { cancellationMail } from '../kinds/cancellation.js';
import { continueMail } from '../kinds/continue.js';
import { correctionMail } from '../kinds/correction.js';
import { deliveryProblemMail } from '../kinds/delivery-problem.js';
import { digestMail } from '../kinds/digest.js';
import { disputeMail } from '../kinds/dispute.js';
import { documentMail } from '../kinds/document.js';
import { expiryMail } from '../kinds/expiry.js';
import { invitationMail } from '../kinds/invitation.js';
import type { InvitationMailInput } from '../kinds/invitation-facts.js';
import { type OrderMailInput, orderMail } from '../kinds/order.js';
import { reminderMail } from '../kinds/reminder.js';
import { withdrawalMail, type WithdrawalMailInput } from '../kinds/withdrawal.js';

/** A mail as the service could send it, with its kind and language. */
export interface SampleMail {
  /** Unique name. It can also be used as a file name. */
  readonly name: string;
  readonly kind: MailKind;
  readonly language: Language;
  readonly mail: WrittenMail;
}

export const sampleSite: MailSite = {
  publicUrl: 'https://siegel.example',
  operator: 'Siegel Beispielbetrieb, Musterstraße 1, 79098 Freiburg im Breisgau',
  operatorLines: ['Siegel Beispielbetrieb', 'Musterstraße 1', '79098 Freiburg im Breisgau'],
  vatRate: 19,
  contact: 'hilfe@siegel.example',
  receivers: [{ role: 'mail', name: 'Postbote GmbH' }],
  testMode: false,
};

const TOKEN = 'q7VdN0tKx2mRZc8yUuB4hEo1PjWl6sAi3GfTDvYbQkM';
const ID = '019a7a10-4c1e-7d2f-8a3b-5f0e9d1c2b3a';
const LONG_NAME =
  'Dr. Maximiliane-Friederike Freifrau von Hohenstein-Wolkenberg zu Oberammergau und Unterpfaffenhofen-Germering';
const LONG_TITLE =
  'Faltbarer Fahrradanhänger mit Federnabe und Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtenaufhängung';

const party1 = 'Katharina Brandstetter';
const party2 = 'Thomas Achterberg';
const ideaTitle = 'Faltbarer Fahrradanhänger mit Federnabe';
const ndaUrl = `${sampleSite.publicUrl}/nda/${ID}`;

export const sampleInvitation = (language: Language): InvitationMailInput => ({
  language,
  site: sampleSite,
  inviter: { name: party1, address: 'katharina@example.org', company: 'Brandstetter Mobilität GmbH' },
  recipient: party2,
  ideaTitle,
  duration: '3y',
  geographicScope: 'eu',
  share: null,
  expiresAt: '2026-11-19T13:36:00.000Z',
  signUrl: `${sampleSite.publicUrl}/sign/${TOKEN}`,
  declineUrl: `${sampleSite.publicUrl}/reminders/AZp6EEweff-KO18OnRwrOg${TOKEN}`,
  oneClickUrl: `${sampleSite.publicUrl}/api/reminders/AZp6EEweff-KO18OnRwrOg${TOKEN}/decline`,
});

/**
 * Input for an extreme invitation: long texts, no optional parts, a share to pay, test mode, and no https.
 */
const extremeInvitation = (language: Language): InvitationMailInput => ({
  ...sampleInvitation(language),
  site: { ...sampleSite, contact: null, receivers: [], testMode: true },
  inviter: { name: LONG_NAME, address: 'a@example.org', company: null },
  recipient: LONG_NAME,
  ideaTitle: LONG_TITLE,
  duration: 'unlimited',
  share: { cents: 199, paid: false },
  oneClickUrl: sampleInvitation(language).oneClickUrl.replace('https:', 'http:'),
});

export const sampleReceipt: Receipt = {
  stream: `nda-${ID}`,
  revision: 2,
  eventHash: 'ab'.repeat(32),
  at: '2026-11-12T13:35:00.000Z',
  lastCheckpoint: `1204:${'cd'.repeat(32)}`,
  keyId: '74e5283444c91912',
  signature: `${'Ab0+/xY9'.repeat(10)}AbCdEf==`,
};
const documentOf = (language: Language) => ({
  language,
  site: sampleSite,
  ideaTitle,
  completedAt: '2026-11-12T13:35:00.000Z',
  documentHash: 'ab'.repeat(32),
  fileName: 'Geheimhaltungsvereinbarung-Faltbarer-Fahrradanhaenger-mit.pdf',
  disputeUrl: `${sampleSite.publicUrl}/dispute/AZp6EEweff-KO18OnRwrOg${TOKEN}`,
});
const problemOf = (language: Language) => ({
  language,
  site: sampleSite,
  party1,
  party2,
  address: 'thomas.achterberg@eine-sehr-lange-domain-fuer-ein-postfach.example',
  asSpam: false,
  ideaTitle,
  ndaUrl,
});
const expiryOf = (language: Language) => ({
  language,
  site: sampleSite,
  party1,
  party2,
  ideaTitle,
  expiredAt: '2026-11-19T13:36:00.000Z',
  undelivered: false,
  ndaUrl,
});
export const orderOf = (language: Language): OrderMailInput => ({
  language,
  site: sampleSite,
  name: party1,
  number: 'S-E3HMZMPINC',
  item: 'invitingForBoth',
  amount: PRICE_FOR_BOTH,
  isPart: false,
  paidAt: '2026-11-12T13:36:04.000Z',
  cardLastDigits: '4242',
  paymentId: 'pi_3QabcDEFghiJKLmn0PqrSTuv',
  consent: { wording: PAY_CONSENT_WORDING, at: '2026-11-12T13:35:58.000Z' },
  sandbox: false,
});
export const sampleWithdrawal = (language: Language): WithdrawalMailInput => ({
  language,
  site: sampleSite,
  number: 'W-MZXW6YTBOI',
  receivedAt: '2026-11-14T07:02:31.000Z',
  reference: 'S-K5XG2ZLDMU',
  written: { name: party1, email: 'katharina@example.org', message: null },
});
const open = (n: number) => ({
  id: ID.replace(/.$/, String(n)),
  since: `2026-11-1${n}T08:0${n}:00.000Z`,
});

type Write = (language: Language) => WrittenMail;

/** Samples of each kind of mail, by name: one with usual content and one with long content. */
const KINDS: Readonly<Record<MailKind, Readonly<Record<string, Write>>>> = {
  invitation: {
    invitation: (language) => invitationMail(sampleInvitation(language)),
    'invitation-long-split-sandbox': (language) => invitationMail(extremeInvitation(language)),
  },
  reminder: {
    reminder: (language) => reminderMail({ ...sampleInvitation(language), daysLeft: 4 }),
    'reminder-last-day-share-paid': (language) =>
      reminderMail({
        ...extremeInvitation(language),
        share: { cents: 199, paid: true },
        daysLeft: 0,
      }),
  },
  order: {
    order: (language) => orderMail(orderOf(language)),
    'order-long-small-business-sandbox': (language) =>
      orderMail({
        ...orderOf(language),
        site: { ...sampleSite, vatRate: 'none', contact: null },
        name: LONG_NAME,
        item: 'inviting',
        amount: PRICE_PER_PARTY,
        isPart: true,
        cardLastDigits: null,
        consent: null,
        sandbox: true,
      }),
  },
  cancellation: {
    cancellation: (language) =>
      cancellationMail({ language, site: sampleSite, party1, party2, ideaTitle, sharePaid: false }),
    'cancellation-share-paid': (language) =>
      cancellationMail({
        language,
        site: sampleSite,
        party1: LONG_NAME,
        party2,
        ideaTitle: LONG_TITLE,
        sharePaid: true,
      }),
  },
  correction: {
    correction: (language) => correctionMail({ language, site: sampleSite, party1 }),
  },
  expiry: {
    expiry: (language) => expiryMail(expiryOf(language)),
    'expiry-undelivered': (language) => expiryMail({ ...expiryOf(language), undelivered: true }),
  },
  document: {
    'document-party1': (language) =>
      documentMail({
        ...documentOf(language),
        party: 1,
        names: { 1: party1, 2: party2 },
        inPerson: false,
        receipt: sampleReceipt,
      }),
    'document-party2': (language) =>
      documentMail({ ...documentOf(language), party: 2, names: { 1: party1, 2: party2 }, inPerson: false }),
    'document-party2-in-person-long': (language) =>
      documentMail({
        ...documentOf(language),
        party: 2,
        names: { 1: LONG_NAME, 2: LONG_NAME },
        ideaTitle: LONG_TITLE,
        inPerson: true,
        receipt: { ...sampleReceipt, lastCheckpoint: null },
      }),
  },
  'delivery-problem': {
    'delivery-problem-invitation': (language) =>
      deliveryProblemMail({ ...problemOf(language), kind: 'invitation', canCorrect: true }),
    'delivery-problem-document': (language) =>
      deliveryProblemMail({ ...problemOf(language), kind: 'document', canCorrect: false }),
  },
  dispute: {
    dispute: (language) =>
      disputeMail({
        language,
        site: sampleSite,
        party1,
        party2,
        ideaTitle,
        signedAt: '2026-11-12T13:35:00.000Z',
        disputedAt: '2026-11-14T07:02:00.000Z',
        ndaUrl,
      }),
  },
  continue: {
    continue: (language) =>
      continueMail({
        language,
        site: sampleSite,
        createdAt: '2026-11-12T13:20:00.000Z',
        expiresAt: '2026-11-13T13:20:00.000Z',
        continueUrl: `${sampleSite.publicUrl}/continue/AZp6EEweff-KO18OnRwrOg${TOKEN}`,
      }),
  },
  withdrawal: {
    withdrawal: (language) => withdrawalMail(sampleWithdrawal(language)),
    'withdrawal-long': (language) =>
      withdrawalMail({
        ...sampleWithdrawal(language),
        site: { ...sampleSite, contact: null },
        reference: LONG_TITLE.slice(0, 120),
        written: {
          name: LONG_NAME,
          email: `katharina.brandstetter@${'eine-sehr-lange-domain.'.repeat(6)}example`,
          message: `${LONG_TITLE}\n\n${LONG_NAME}\n${'https://www.example.org/lang?a=1&b=2 '.repeat(20)}`,
        },
      }),
    'withdrawal-brief': (language) => withdrawalMail({ ...sampleWithdrawal(language), written: null }),
    'withdrawal-brief-long': (language) =>
      withdrawalMail({
        ...sampleWithdrawal(language),
        site: { ...sampleSite, contact: `${'sehr-lange-adresse-'.repeat(3)}@example.org` },
        reference: LONG_TITLE.slice(0, 120),
        written: null,
      }),
  },
  digest: {
    digest: (language) =>
      digestMail({
        language,
        site: sampleSite,
        at: '2026-11-18T06:00:00.000Z',
        kinds: [
          { kind: 'refund', count: 2, oldest: [open(1), open(2)] },
          { kind: 'bounce', count: 7, oldest: [1, 2, 3, 4, 5].map(open) },
          { kind: 'document', count: 1, oldest: [open(3)] },
        ],
      }),
  },
};

/** Returns every sample of every kind in both languages. */
export const sampleMails = (): SampleMail[] =>
  MAIL_KINDS.flatMap((kind) =>
    Object.entries(KINDS[kind]).flatMap(([name, write]) =>
      LANGUAGES.map((language) => ({ name: `${name}.${language}`, kind, language, mail: write(language) })),
    ),
  );
