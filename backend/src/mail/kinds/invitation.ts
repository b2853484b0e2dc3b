import { formatDate } from '@siegel/contracts/formats';
import { oneLine } from '../escape-html.js';
import { inLanguage, senderOf } from '../mail-site.js';
import { privacyNotice } from '../privacy-notice.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import {
  invitationFacts,
  invitationHeaders,
  type InvitationMailInput,
  invitationNotes,
} from './invitation-facts.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

const WORDS = inBothLanguages({
  de: {
    subject: 'Sie werden um Ihre Unterschrift gebeten',
    preview: (day: string, free: boolean) =>
      `Lesen und unterschreiben Sie bis ${day}. Ohne Konto${free ? ', für Sie kostenlos' : ''}.`,
    greeting: (name: string) => `Guten Tag ${name},`,
    heading: (inviter: string) => `${inviter} möchte Ihnen etwas anvertrauen.`,
    body: 'Vorher werden Sie um Ihre Unterschrift unter eine Geheimhaltungsvereinbarung gebeten. Die andere Partei hat bereits unterschrieben. Lesen Sie den Text in Ruhe, Sie brauchen dafür kein Konto.',
    button: 'Lesen und unterschreiben',
  },
  en: {
    subject: 'You are asked for your signature',
    preview: (day, free) =>
      `Read and sign by ${day}. Without an account${free ? ', free of charge for you' : ''}.`,
    greeting: (name) => `Hello ${name},`,
    heading: (inviter) => `${inviter} would like to confide in you.`,
    body: 'Before that, you are asked to sign a non-disclosure agreement. The other party has already signed. Read the text in your own time; you need no account for it.',
    button: 'Read and sign',
  },
});

/**
 * Asks Party 2 to sign through the link, and says how to decline reminders. The subject and the preview
 * contain nothing that Party 1 typed.
 */
export function invitationMail(input: InvitationMailInput): WrittenMail {
  const { language, site, inviter } = input;
  const words = WORDS[language];
  return writtenMail(
    words.subject,
    {
      language,
      preview: words.preview(formatDate(input.expiresAt, language), input.share === null),
      greeting: words.greeting(oneLine(input.recipient)),
      heading: words.heading(oneLine(inviter.name)),
      paragraphs: [words.body],
      facts: invitationFacts(input),
      button: { label: words.button, url: inLanguage(input.signUrl, language) },
      notes: invitationNotes(input),
      notice: privacyNotice(site, language, inviter.name, input.share !== null),
      sender: senderOf(site, language),
    },
    invitationHeaders(input),
  );
}
