import { formatDate } from '@siegel/contracts/formats';
import { oneLine } from '../escape-html.js';
import { inLanguage, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import {
  invitationFacts,
  invitationHeaders,
  type InvitationMailInput,
  invitationNotes,
} from './invitation-facts.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface ReminderMailInput extends InvitationMailInput {
  /**
   * Number of calendar days (Europe/Berlin) until the day on which the link expires. It is 0 on the day of
   * expiry.
   */
  readonly daysLeft: number;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Erinnerung: Ihre Unterschrift wird noch erbeten',
    preview: (day: string) => `Der Link zum Lesen und Unterschreiben gilt bis ${day}.`,
    greeting: (name: string) => `Guten Tag ${name},`,
    left: (days: number) => {
      if (days < 1) return 'Heute ist der letzte Tag zum Unterschreiben.';
      return days === 1
        ? 'Morgen ist der letzte Tag zum Unterschreiben.'
        : `Noch ${days} Tage zum Unterschreiben.`;
    },
    body: (inviter: string) =>
      `${inviter} bittet Sie um Ihre Unterschrift unter eine Geheimhaltungsvereinbarung und hat selbst bereits unterschrieben. Nach Ablauf der Frist verfällt der Link, und Sie können nicht mehr unterschreiben.`,
    button: 'Lesen und unterschreiben',
  },
  en: {
    subject: 'Reminder: you are still asked for your signature',
    preview: (day) => `The link for reading and signing is valid until ${day}.`,
    greeting: (name) => `Hello ${name},`,
    left: (days) => {
      if (days < 1) return 'Today is the last day to sign.';
      return days === 1 ? 'Tomorrow is the last day to sign.' : `${days} days left to sign.`;
    },
    body: (inviter) =>
      `${inviter} asks you to sign a non-disclosure agreement and has already signed. When that time is over, the link expires and you can no longer sign.`,
    button: 'Read and sign',
  },
});

/** Reminds Party 2, either on schedule or because Party 1 asked for it, and says how to stop reminders. */
export function reminderMail(input: ReminderMailInput): WrittenMail {
  const { language, site } = input;
  const words = WORDS[language];
  return writtenMail(
    words.subject,
    {
      language,
      preview: words.preview(formatDate(input.expiresAt, language)),
      greeting: words.greeting(oneLine(input.recipient)),
      heading: words.left(input.daysLeft),
      paragraphs: [words.body(oneLine(input.inviter.name))],
      facts: invitationFacts(input),
      button: { label: words.button, url: inLanguage(input.signUrl, language) },
      notes: invitationNotes(input),
      sender: senderOf(site, language),
    },
    invitationHeaders(input),
  );
}
