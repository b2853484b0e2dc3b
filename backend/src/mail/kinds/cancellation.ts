import type { Language } from '@siegel/contracts/enums';
import { oneLine } from '../escape-html.js';
import { type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface CancellationMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly party1: string;
  readonly party2: string;
  readonly ideaTitle: string;
  /** True if Party 2 has paid a share. The share is not refunded (rule:paid-is-paid). */
  readonly sharePaid: boolean;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Die Bitte um Ihre Unterschrift wurde zurückgezogen',
    preview: 'Der Link gilt nicht mehr. Es ist nichts zu tun.',
    greeting: (name: string) => `Guten Tag ${name},`,
    heading: 'Die Einladung wurde zurückgezogen.',
    body: (party1: string) =>
      `${party1} hat die Einladung zurückgezogen, eine Geheimhaltungsvereinbarung zu unterschreiben. Der Link gilt nicht mehr. Sie haben nichts unterschrieben, und es ist nichts zu tun.`,
    paid: 'Ihr Anteil bleibt für eine neue Einladung gutgeschrieben.',
    from: 'Von',
    idea: 'Idee',
  },
  en: {
    subject: 'The request for your signature was withdrawn',
    preview: 'The link is no longer valid. There is nothing to do.',
    greeting: (name) => `Hello ${name},`,
    heading: 'The invitation was withdrawn.',
    body: (party1) =>
      `${party1} has withdrawn the invitation to sign a non-disclosure agreement. The link is no longer valid. You have signed nothing, and there is nothing to do.`,
    paid: 'Your share stays credited for a new invitation.',
    from: 'From',
    idea: 'Idea',
  },
});

/** Tells Party 2 that the link no longer works. */
export function cancellationMail(input: CancellationMailInput): WrittenMail {
  const { language, site } = input;
  const words = WORDS[language];
  const party1 = oneLine(input.party1);
  return writtenMail(words.subject, {
    language,
    preview: words.preview,
    greeting: words.greeting(oneLine(input.party2)),
    heading: words.heading,
    paragraphs: [words.body(party1), ...(input.sharePaid ? [words.paid] : [])],
    facts: [
      [words.from, party1],
      [words.idea, oneLine(input.ideaTitle)],
    ],
    notes: [],
    sender: senderOf(site, language),
  });
}
