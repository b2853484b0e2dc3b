import type { Language } from '@siegel/contracts/enums';
import { oneLine } from '../escape-html.js';
import { type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface CorrectionMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly party1: string;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Ein Link aus unserer früheren Nachricht gilt nicht mehr',
    preview: 'Es ist nichts zu tun.',
    greeting: 'Guten Tag,',
    heading: 'Der Link gilt nicht mehr.',
    body: (party1: string) =>
      `An diese Adresse ging eine Einladung von ${party1}, eine Geheimhaltungsvereinbarung zu unterschreiben. Der Link darin gilt nicht mehr, und an diese Adresse geht keine Erinnerung daran. Es ist nichts zu tun.`,
    stranger: 'War die Einladung nicht für Sie bestimmt, löschen Sie sie bitte.',
  },
  en: {
    subject: 'A link in our earlier message is no longer valid',
    preview: 'There is nothing to do.',
    greeting: 'Hello,',
    heading: 'The link is no longer valid.',
    body: (party1) =>
      `An invitation from ${party1} to sign a non-disclosure agreement went to this address. The link in it is no longer valid, and no reminder of it goes to this address. There is nothing to do.`,
    stranger: 'If the invitation was not meant for you, please delete it.',
  },
});

/**
 * This mail goes to the wrong address. The person who reads it must not learn who was invited, what the right
 * address is, or what the agreement is about.
 */
export function correctionMail({ language, site, party1 }: CorrectionMailInput): WrittenMail {
  const words = WORDS[language];
  return writtenMail(words.subject, {
    language,
    preview: words.preview,
    greeting: words.greeting,
    heading: words.heading,
    paragraphs: [words.body(oneLine(party1)), words.stranger],
    facts: [],
    notes: [],
    sender: senderOf(site, language),
  });
}
