import type { Language } from '@siegel/contracts/enums';
import { oneLine } from '../escape-html.js';
import { inLanguage, type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

/** Kinds of undelivered mail for which Party 1 can do something. */
export type UndeliveredKind = 'invitation' | 'reminder' | 'document';

export interface DeliveryProblemMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly party1: string;
  /** Name of the person whom the mail did not reach. */
  readonly party2: string;
  readonly address: string;
  readonly kind: UndeliveredKind;
  /** True if the recipient marked the mail as spam. */
  readonly asSpam: boolean;
  /** True if the address can still be corrected. */
  readonly canCorrect: boolean;
  readonly ideaTitle: string;
  /** Page that shows the NDA in Party 1's browser. */
  readonly ndaUrl: string;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Eine E-Mail zu Ihrer Vereinbarung kam nicht an',
    preview: 'Was nicht ankam und was Sie tun können.',
    greeting: (name: string) => `Guten Tag ${name},`,
    heading: {
      invitation: 'Ihre Einladung kam nicht an.',
      reminder: 'Die Erinnerung kam nicht an.',
      document: 'Das unterschriebene Dokument kam nicht an.',
    },
    refused: (party2: string) => `Unsere E-Mail an ${party2} wurde vom empfangenden Mailserver abgewiesen.`,
    spam: (party2: string) => `Unsere E-Mail an ${party2} wurde als unerwünscht gemeldet.`,
    correct:
      'Prüfen Sie die Adresse und berichtigen Sie sie, wenn sie falsch ist. Wir senden dann an die neue.',
    handOn: {
      invitation: 'Sprechen Sie die andere Partei auf einem anderen Weg an.',
      reminder: 'Sprechen Sie die andere Partei auf einem anderen Weg an. Der Link gilt weiter.',
      document: 'Laden Sie das PDF und geben Sie es selbst weiter. Die Unterschriften gelten unverändert.',
    },
    facts: { idea: 'Idee', to: 'An', address: 'E-Mail-Adresse' },
    button: 'Vereinbarung öffnen',
    browser:
      'Die Vereinbarung lässt sich nur in einem Browser öffnen, in dem Sie schon daran gearbeitet haben.',
  },
  en: {
    subject: 'An e-mail about your agreement did not arrive',
    preview: 'What did not arrive, and what you can do.',
    greeting: (name) => `Hello ${name},`,
    heading: {
      invitation: 'Your invitation did not arrive.',
      reminder: 'The reminder did not arrive.',
      document: 'The signed document did not arrive.',
    },
    refused: (party2) => `Our e-mail to ${party2} was refused by the receiving mail server.`,
    spam: (party2) => `Our e-mail to ${party2} was reported as unwanted.`,
    correct: 'Check the address and correct it if it is wrong. We then send to the new one.',
    handOn: {
      invitation: 'Speak to the other party in another way.',
      reminder: 'Speak to the other party in another way. The link stays valid.',
      document: 'Download the PDF and hand it on yourself. The signatures stay as valid as they were.',
    },
    facts: { idea: 'Idea', to: 'To', address: 'E-mail address' },
    button: 'Open the agreement',
    browser: 'The agreement opens only in a browser in which you have worked on it before.',
  },
});

/** Tells Party 1 that a mail to Party 2 will not arrive, and suggests what to do. */
export function deliveryProblemMail(input: DeliveryProblemMailInput): WrittenMail {
  const { language, site, kind } = input;
  const words = WORDS[language];
  const party2 = oneLine(input.party2);
  const what = input.asSpam ? words.spam(party2) : words.refused(party2);
  const todo = input.canCorrect && !input.asSpam ? words.correct : words.handOn[kind];
  return writtenMail(words.subject, {
    language,
    preview: words.preview,
    greeting: words.greeting(oneLine(input.party1)),
    heading: words.heading[kind],
    paragraphs: [what, todo],
    facts: [
      [words.facts.idea, oneLine(input.ideaTitle)],
      [words.facts.to, party2],
      [words.facts.address, oneLine(input.address)],
    ],
    button: { label: words.button, url: inLanguage(input.ndaUrl, language) },
    notes: [{ text: words.browser }],
    sender: senderOf(site, language),
  });
}
