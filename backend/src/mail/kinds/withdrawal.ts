import type { Language } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import { declaredWords } from '@siegel/contracts/withdrawal/declared-words';
import { oneLine, unlinked } from '../escape-html.js';
import type { MailContent } from '../mail-layout.js';
import { type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface WithdrawalMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly number: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  readonly reference: string;
  /**
   * The other fields of the form, if the recipient's mailbox belongs to the person who ordered; otherwise
   * null. If `written` is null, the mail repeats `reference` only if `reference` has the form of an order
   * number.
   */
  readonly written: Written | null;
}

/** The fields that the sender filled in besides the reference. */
interface Written {
  readonly name: string;
  readonly email: string;
  readonly message: string | null;
}

const WORDS = inBothLanguages({
  de: {
    subject: (number: string) => `Eingangsbestätigung Ihres Widerrufs ${number}`,
    preview: 'Was erklärt wurde, und wann es bei uns eingegangen ist.',
    greeting: 'Guten Tag,',
    greetingOf: (name: string) => `Guten Tag ${name},`,
    heading: 'Ihr Widerruf ist eingegangen.',
    body: (number: string, at: string) =>
      `Die Erklärung ist am ${at} bei uns eingegangen und hat die Nummer ${number}.`,
    keep: 'Bitte bewahren Sie diese E-Mail auf.',
    /** Explains why the mail repeats none of the sender's words. */
    brief:
      'Was im Formular geschrieben wurde, wiederholt diese E-Mail nicht: Das tun wir nur an eine Adresse, die zu einer bezahlten Bestellung gehört. Die ganze Erklärung steht in der Datei, die die Seite danach anbietet.',
    next: 'Wir prüfen Ihren Widerruf und melden uns bei Ihnen. Ob noch ein Widerrufsrecht besteht, bestätigt diese E-Mail nicht.',
    facts: {
      number: 'Nummer',
      received: 'Eingegangen',
      declared: 'Erklärung',
      name: 'Name',
      email: 'E-Mail',
      reference: 'Bestellung',
      message: 'Mitteilung',
    },
    contact: (contact: string | null) =>
      contact === null
        ? 'Fragen beantwortet der Betreiber; seine Anschrift steht im Impressum.'
        : `Fragen beantwortet der Betreiber unter ${contact}.`,
    notMine:
      'Sie haben nichts widerrufen? Dann hat jemand Ihre Adresse angegeben. Sie müssen nichts tun; allein dadurch wird nichts erstattet und nichts gestoppt.',
  },
  en: {
    subject: (number) => `Receipt of your withdrawal ${number}`,
    preview: 'What was declared, and when we received it.',
    greeting: 'Hello,',
    greetingOf: (name) => `Hello ${name},`,
    heading: 'We have received your withdrawal.',
    body: (number, at) => `We received the declaration on ${at}, and its number is ${number}.`,
    keep: 'Please keep this e-mail.',
    brief:
      'This e-mail does not repeat what was written in the form: we do so only to an address that belongs to a paid order. The whole declaration is in the file that the page offers afterwards.',
    next: 'We are looking into your withdrawal and will get back to you. This e-mail does not confirm that a right of withdrawal still exists.',
    facts: {
      number: 'Number',
      received: 'Received',
      declared: 'Declaration',
      name: 'Name',
      email: 'E-mail',
      reference: 'Order',
      message: 'Message',
    },
    contact: (contact) =>
      contact === null
        ? 'Questions are answered by the operator, whose address is in the imprint.'
        : `Questions are answered by the operator at ${contact}.`,
    notMine:
      'You did not withdraw from anything? Then somebody gave your address. There is nothing to do; nothing is refunded or stopped by itself.',
  },
});
type Words = (typeof WORDS)[Language];

/**
 * Cleans text that the sender typed, line by line, so that no mail program turns an address in the text into
 * a link.
 */
const asWritten = (text: string): string =>
  text
    .split('\n')
    .map((line) => unlinked(oneLine(line)))
    .join('\n');

/** Returns the sender's fields, each with the label that the form shows. */
function writtenFacts({ facts }: Words, reference: string, written: Written): MailContent['facts'] {
  const { name, email, message } = written;
  return [
    [facts.reference, asWritten(reference)],
    [facts.name, asWritten(name)],
    [facts.email, asWritten(email)],
    ...(message === null ? [] : [[facts.message, asWritten(message)] as const]),
  ];
}

/**
 * The receipt of a withdrawal (rule:withdrawal-receipt, § 356a (4) BGB). It states the declaration in our
 * words, with date and time. It repeats the sender's words only if the mailbox belongs to the person who
 * ordered.
 */
export function withdrawalMail(input: WithdrawalMailInput): WrittenMail {
  const { language, site, number, written } = input;
  const words = WORDS[language];
  const { facts } = words;
  const at = formatDateTime(input.receivedAt, language);
  const declared = declaredWords(input.reference, language);
  return writtenMail(words.subject(number), {
    language,
    preview: words.preview,
    greeting: written === null ? words.greeting : words.greetingOf(asWritten(written.name)),
    heading: words.heading,
    paragraphs: [`${declared} ${words.body(number, at)} ${words.keep}`, words.next],
    facts: [
      [facts.number, number],
      [facts.received, at],
      [facts.declared, declared],
      ...(written === null ? [] : writtenFacts(words, input.reference, written)),
    ],
    notes: [
      ...(written === null ? [{ text: words.brief }] : []),
      { text: words.contact(site.contact) },
      { text: words.notMine },
    ],
    sender: senderOf(site, language),
  });
}
