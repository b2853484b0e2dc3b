import type { Language } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import { oneLine } from '../escape-html.js';
import { type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';

export interface WithdrawalMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly number: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  readonly name: string;
  readonly email: string;
  readonly reference: string;
  readonly message: string | null;
}

interface Words {
  readonly subject: (number: string) => string;
  readonly preview: string;
  readonly greeting: (name: string) => string;
  readonly heading: string;
  readonly body: (number: string, at: string) => string;
  readonly next: string;
  readonly facts: Readonly<
    Record<'number' | 'received' | 'declared' | 'name' | 'email' | 'reference' | 'message', string>
  >;
  readonly declaration: string;
  readonly contact: (contact: string | null) => string;
  readonly notMine: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  de: {
    subject: (number) => `Eingangsbestätigung Ihres Widerrufs ${number}`,
    preview: 'Was Sie erklärt haben, und wann es bei uns eingegangen ist.',
    greeting: (name) => `Guten Tag ${name},`,
    heading: 'Ihr Widerruf ist eingegangen.',
    body: (number, at) =>
      `Ihre Erklärung ist am ${at} bei uns eingegangen und hat die Nummer ${number}. Hier steht, was Sie erklärt haben; bitte bewahren Sie diese E-Mail auf.`,
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
    declaration: 'Hiermit widerrufe ich den von mir geschlossenen Vertrag zu dieser Bestellung.',
    contact: (contact) =>
      contact === null
        ? 'Fragen beantwortet der Betreiber; seine Anschrift steht im Impressum.'
        : `Fragen beantwortet der Betreiber unter ${contact}.`,
    notMine:
      'Sie haben nichts widerrufen? Dann hat jemand Ihre Adresse angegeben. Sie müssen nichts tun; allein dadurch wird nichts erstattet und nichts gestoppt.',
  },
  en: {
    subject: (number) => `Receipt of your withdrawal ${number}`,
    preview: 'What you declared, and when we received it.',
    greeting: (name) => `Hello ${name},`,
    heading: 'We have received your withdrawal.',
    body: (number, at) =>
      `We received your declaration on ${at}, and its number is ${number}. This is what you declared; please keep this e-mail.`,
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
    declaration: 'I hereby withdraw from the contract that I concluded with this order.',
    contact: (contact) =>
      contact === null
        ? 'Questions are answered by the operator, whose address is in the imprint.'
        : `Questions are answered by the operator at ${contact}.`,
    notMine:
      'You did not withdraw from anything? Then somebody gave your address. There is nothing to do; nothing is refunded or stopped by itself.',
  },
};

/** The receipt of a withdrawal: its content, date and time (rule:withdrawal-receipt, § 356a (4) BGB). */
export function withdrawalMail(input: WithdrawalMailInput): WrittenMail {
  const { language, site, number } = input;
  const words = WORDS[language];
  const at = formatDateTime(input.receivedAt, language);
  const { facts } = words;
  return writtenMail(words.subject(number), {
    language,
    preview: words.preview,
    greeting: words.greeting(oneLine(input.name)),
    heading: words.heading,
    paragraphs: [words.body(number, at), words.next],
    facts: [
      [facts.number, number],
      [facts.received, at],
      [facts.declared, words.declaration],
      [facts.reference, oneLine(input.reference)],
      [facts.name, oneLine(input.name)],
      [facts.email, oneLine(input.email)],
      ...(input.message === null
        ? []
        : ([[facts.message, input.message.split('\n').map(oneLine).join('\n')]] as const)),
    ],
    notes: [{ text: words.contact(site.contact) }, { text: words.notMine }],
    sender: senderOf(site, language),
  });
}
