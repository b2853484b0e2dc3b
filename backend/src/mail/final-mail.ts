import { formatDateTime } from '@siegel/contracts/formats';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { Language, Party } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { oneLine } from './escape-html.js';
import { type MailContent, mailHtml, mailText } from './mail-layout.js';

export interface FinalMailInput {
  readonly language: Language;
  readonly party: Party;
  readonly names: { readonly [P in Party]: string };
  readonly ideaTitle: string;
  /** ISO 8601 UTC. */
  readonly completedAt: string;
  /** SHA-256 of the attached file, hexadecimal. */
  readonly documentHash: string;
  readonly fileName: string;
  /** Origin of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Name of the operator and, where configured, the postal address. */
  readonly operator: string;
  /** E-mail address of the operator; null where none is configured. */
  readonly contact: string | null;
  /** Where this party can say 'I did not sign this'; only where there is such a page. */
  readonly disputeUrl?: string;
}

export interface FinalMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Words {
  readonly subject: (title: string) => string;
  readonly preview: string;
  readonly greeting: (name: string) => string;
  readonly heading: string;
  readonly body: (other: string) => string;
  readonly keep: string;
  readonly facts: {
    readonly idea: string;
    readonly parties: string;
    readonly signed: string;
    readonly file: string;
    readonly hash: string;
  };
  readonly check: string;
  readonly dispute: string;
  readonly unknown: (contact: string | null) => string;
  readonly and: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  de: {
    subject: (title) => `Unterschrieben: Geheimhaltungsvereinbarung „${title}“`,
    preview: 'Beide Parteien haben unterschrieben. Das PDF liegt dieser Nachricht bei.',
    greeting: (name) => `Guten Tag ${name},`,
    heading: 'Ihre Geheimhaltungs\u00advereinbarung ist unterschrieben.',
    body: (other) =>
      `Sie und ${other} haben die Vereinbarung unterschrieben. Das Dokument liegt dieser Nachricht als PDF bei; die andere Partei erhält dasselbe.`,
    keep: 'Bitte bewahren Sie die Datei unverändert auf. An ihrer Prüfsumme lässt sich später erkennen, dass sie das Original ist.',
    facts: {
      idea: 'Idee',
      parties: 'Parteien',
      signed: 'Unterschrieben',
      file: 'Anlage',
      hash: 'Prüfsumme (SHA-256)',
    },
    check: 'Dokument prüfen',
    dispute: 'Sie haben das nicht unterschrieben? Dann sagen Sie es hier:',
    unknown: (contact) =>
      `Sie haben das nicht unterschrieben? Antworten Sie nicht der anderen Partei. Bewahren Sie diese Nachricht auf und schreiben Sie dem Betreiber${contact === null ? '; seine Anschrift steht im Impressum' : ` an ${contact}`}.`,
    and: 'und',
  },
  en: {
    subject: (title) => `Signed: non-disclosure agreement “${title}”`,
    preview: 'Both parties have signed. The PDF is attached to this message.',
    greeting: (name) => `Hello ${name},`,
    heading: 'Your non-disclosure agreement is signed.',
    body: (other) =>
      `You and ${other} have signed the agreement. The document is attached to this message as a PDF; the other party receives the same one.`,
    keep: 'Please keep the file unchanged. Its checksum can later show that it is the original.',
    facts: {
      idea: 'Idea',
      parties: 'Parties',
      signed: 'Signed',
      file: 'Attachment',
      hash: 'Checksum (SHA-256)',
    },
    check: 'Check this document',
    dispute: 'Did you not sign this? Then say so here:',
    unknown: (contact) =>
      `Did you not sign this? Do not answer the other party. Keep this message and write to the operator${contact === null ? ', whose address is in the imprint' : ` at ${contact}`}.`,
    and: 'and',
  },
};

/** A page in the language of the mail, whatever language the reader's browser last chose. */
const linkTo = ({ publicUrl, language }: FinalMailInput, path: string): string =>
  `${publicUrl}${path}?lang=${language}`;

function contentOf(input: FinalMailInput): MailContent {
  const words = WORDS[input.language];
  const name = oneLine(input.names[input.party]);
  const other = oneLine(input.names[input.party === 1 ? 2 : 1]);
  const dispute =
    input.disputeUrl === undefined || input.party === 1
      ? [{ text: words.unknown(input.contact) }]
      : [{ text: words.dispute, url: input.disputeUrl }];
  return {
    language: input.language,
    preview: words.preview,
    greeting: words.greeting(name),
    heading: words.heading,
    paragraphs: [words.body(other), words.keep],
    facts: [
      [words.facts.idea, oneLine(input.ideaTitle)],
      [words.facts.parties, `${oneLine(input.names[1])} ${words.and} ${oneLine(input.names[2])}`],
      [words.facts.signed, formatDateTime(input.completedAt, input.language)],
      [words.facts.file, input.fileName],
      [words.facts.hash, input.documentHash],
    ],
    button: { label: words.check, url: linkTo(input, PAGES.verify.path) },
    notes: dispute,
    sender: {
      line: input.operator || PRODUCT_NAME,
      legalUrl: `${linkTo(input, PAGES.legal.path)}#impressum`,
    },
  };
}

/** The mail that brings the signed document to one party, in the NDA's language. */
export function finalMail(input: FinalMailInput): FinalMail {
  const content = contentOf(input);
  return {
    subject: WORDS[input.language].subject(oneLine(input.ideaTitle)),
    html: mailHtml(content),
    text: mailText(content),
  };
}
