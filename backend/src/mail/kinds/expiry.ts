import type { Language } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import { oneLine } from '../escape-html.js';
import { inLanguage, type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface ExpiryMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly party1: string;
  readonly party2: string;
  readonly ideaTitle: string;
  /** ISO 8601 UTC. */
  readonly expiredAt: string;
  /** True if no mail server accepted the invitation to Party 2's current address. */
  readonly undelivered: boolean;
  /** Page that shows the NDA in Party 1's browser. */
  readonly ndaUrl: string;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Ihre Einladung zum Unterschreiben ist abgelaufen',
    preview: 'Die andere Partei hat bis zuletzt nicht unterschrieben.',
    undeliveredPreview: 'Unsere Nachricht an die andere Partei ließ sich nicht zustellen.',
    greeting: (name: string) => `Guten Tag ${name},`,
    heading: 'Ihre Einladung ist abgelaufen.',
    body: (party2: string) =>
      `${party2} hat die Geheimhaltungsvereinbarung nicht unterschrieben, solange der Link galt. Sie ist nicht zustande gekommen. Geben Sie nichts preis, was sie schützen sollte.`,
    undelivered: (party2: string) =>
      `Unsere Einladung an ${party2} ließ sich nicht zustellen. Die Geheimhaltungsvereinbarung ist nicht zustande gekommen. Geben Sie nichts preis, was sie schützen sollte, und prüfen Sie die E-Mail-Adresse, bevor Sie noch einmal einladen.`,
    next: 'Eine abgelaufene Einladung lässt sich nicht verlängern, und Ihre Zahlung wird nicht erstattet. Mit denselben Angaben können Sie eine neue Vereinbarung beginnen.',
    facts: { idea: 'Idee', invited: 'Eingeladen war', expired: 'Abgelaufen' },
    button: 'Vereinbarung öffnen',
    browser:
      'Die Vereinbarung lässt sich nur in einem Browser öffnen, in dem Sie schon daran gearbeitet haben.',
  },
  en: {
    subject: 'Your invitation to sign has expired',
    preview: 'The other party did not sign in time.',
    undeliveredPreview: 'Our message to the other party could not be delivered.',
    greeting: (name) => `Hello ${name},`,
    heading: 'Your invitation has expired.',
    body: (party2) =>
      `${party2} did not sign the non-disclosure agreement while the link was valid. It has not come into being. Disclose nothing that it was to protect.`,
    undelivered: (party2) =>
      `Our invitation to ${party2} could not be delivered. The non-disclosure agreement has not come into being. Disclose nothing that it was to protect, and check the e-mail address before you invite again.`,
    next: 'An invitation that has expired cannot be extended, and your payment is not refunded. You can begin a new agreement with the same details.',
    facts: { idea: 'Idea', invited: 'Invited', expired: 'Expired' },
    button: 'Open the agreement',
    browser: 'The agreement opens only in a browser in which you have worked on it before.',
  },
});

/** Tells Party 1 that the invitation expired: Party 2 did not sign in time, or never got the invitation. */
export function expiryMail(input: ExpiryMailInput): WrittenMail {
  const { language, site } = input;
  const words = WORDS[language];
  const party2 = oneLine(input.party2);
  return writtenMail(words.subject, {
    language,
    preview: input.undelivered ? words.undeliveredPreview : words.preview,
    greeting: words.greeting(oneLine(input.party1)),
    heading: words.heading,
    paragraphs: [input.undelivered ? words.undelivered(party2) : words.body(party2), words.next],
    facts: [
      [words.facts.idea, oneLine(input.ideaTitle)],
      [words.facts.invited, party2],
      [words.facts.expired, formatDateTime(input.expiredAt, language)],
    ],
    button: { label: words.button, url: inLanguage(input.ndaUrl, language) },
    notes: [{ text: words.browser }],
    sender: senderOf(site, language),
  });
}
