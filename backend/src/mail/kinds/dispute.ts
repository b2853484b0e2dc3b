import type { Language } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import { oneLine } from '../escape-html.js';
import { inLanguage, type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface DisputeMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly party1: string;
  readonly party2: string;
  readonly ideaTitle: string;
  /** ISO 8601 UTC. */
  readonly signedAt: string;
  readonly disputedAt: string;
  /** Page that shows the NDA in Party 1's browser. */
  readonly ndaUrl: string;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Eine Unterschrift unter Ihrer Vereinbarung wurde bestritten',
    preview: 'Was das bedeutet und an wen Sie sich wenden können.',
    greeting: (name: string) => `Guten Tag ${name},`,
    heading: 'Eine Unterschrift wurde bestritten.',
    body: (party2: string) =>
      `Über den Link in der E-Mail an ${party2} wurde erklärt, dass die Unterschrift von Partei 2 nicht von ihr stammt. Das ist dauerhaft vermerkt und steht überall, wo das Dokument geprüft wird.`,
    meaning:
      'Es hebt die Vereinbarung nicht auf. Ob sie gilt, entscheiden nicht wir. Klären Sie mit der anderen Partei, was geschehen ist, und lassen Sie sich im Zweifel rechtlich beraten.',
    facts: { idea: 'Idee', signed: 'Unterschrieben', disputed: 'Bestritten' },
    button: 'Vereinbarung öffnen',
    contact: (contact: string | null) =>
      contact === null
        ? 'Fragen beantwortet der Betreiber; seine Anschrift steht im Impressum.'
        : `Fragen beantwortet der Betreiber unter ${contact}.`,
  },
  en: {
    subject: 'A signature on your agreement was disputed',
    preview: 'What this means, and whom you can turn to.',
    greeting: (name) => `Hello ${name},`,
    heading: 'A signature was disputed.',
    body: (party2) =>
      `Through the link in the e-mail to ${party2} it was declared that the signature of Party 2 is not its own. This is recorded for good, and is shown wherever the document is checked.`,
    meaning:
      'It does not void the agreement. Whether it is valid is not for us to decide. Find out with the other party what happened, and take legal advice in case of doubt.',
    facts: { idea: 'Idea', signed: 'Signed', disputed: 'Disputed' },
    button: 'Open the agreement',
    contact: (contact) =>
      contact === null
        ? 'Questions are answered by the operator, whose address is in the imprint.'
        : `Questions are answered by the operator at ${contact}.`,
  },
});

/** Tells Party 1 that Party 2 denies having signed (rule:signature-can-be-disputed). */
export function disputeMail(input: DisputeMailInput): WrittenMail {
  const { language, site } = input;
  const words = WORDS[language];
  return writtenMail(words.subject, {
    language,
    preview: words.preview,
    greeting: words.greeting(oneLine(input.party1)),
    heading: words.heading,
    paragraphs: [words.body(oneLine(input.party2)), words.meaning],
    facts: [
      [words.facts.idea, oneLine(input.ideaTitle)],
      [words.facts.signed, formatDateTime(input.signedAt, language)],
      [words.facts.disputed, formatDateTime(input.disputedAt, language)],
    ],
    button: { label: words.button, url: inLanguage(input.ndaUrl, language) },
    notes: [{ text: words.contact(site.contact) }],
    sender: senderOf(site, language),
  });
}
