import type { Language } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import { inLanguage, type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface ContinueMailInput {
  readonly language: Language;
  readonly site: MailSite;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly continueUrl: string;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Ihr Link zum Weitermachen auf einem anderen Gerät',
    preview: 'Er gilt 24 Stunden lang und nur einmal.',
    greeting: 'Guten Tag,',
    heading: 'Auf einem anderen Gerät weitermachen.',
    body: 'Öffnen Sie diesen Link auf dem Gerät, auf dem Sie Ihre Vereinbarung weiterbearbeiten möchten. Er gilt 24 Stunden lang und nur einmal.',
    facts: { created: 'Vereinbarung vom', expires: 'Link gültig bis' },
    button: 'Weitermachen',
    own: 'Bitte leiten Sie den Link nicht weiter: Wer ihn öffnet, kann die Vereinbarung lesen, unterschreiben, bezahlen und versenden. Haben Sie ihn nicht angefordert, ist nichts zu tun. Der Link verfällt von selbst.',
  },
  en: {
    subject: 'Your link for continuing on another device',
    preview: 'It is valid for 24 hours, once.',
    greeting: 'Hello,',
    heading: 'Continue on another device.',
    body: 'Open this link on the device on which you want to go on with your agreement. It is valid for 24 hours, once.',
    facts: { created: 'Agreement of', expires: 'Link valid until' },
    button: 'Continue',
    own: 'Please do not forward the link: whoever opens it can read, sign, pay for and send the agreement. If you did not ask for it, there is nothing to do. The link expires by itself.',
  },
});

/**
 * Gives Party 1 a link that opens the NDA in another browser. Before the NDA is paid for, anybody can have
 * this mail sent to any address. So the mail contains no text that a person typed, because such text could
 * carry messages to strangers (rule:subjects-of-mails).
 */
export function continueMail(input: ContinueMailInput): WrittenMail {
  const { language, site } = input;
  const words = WORDS[language];
  return writtenMail(words.subject, {
    language,
    preview: words.preview,
    greeting: words.greeting,
    heading: words.heading,
    paragraphs: [words.body],
    facts: [
      [words.facts.created, formatDateTime(input.createdAt, language)],
      [words.facts.expires, formatDateTime(input.expiresAt, language)],
    ],
    button: { label: words.button, url: inLanguage(input.continueUrl, language) },
    notes: [{ text: words.own }],
    sender: senderOf(site, language),
  });
}
