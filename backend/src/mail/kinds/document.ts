import type { Language, Party } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import { PAGES } from '@siegel/contracts/pages';
import type { Receipt } from '@siegel/contracts/receipt';
import { oneLine } from '../escape-html.js';
import type { MailContent, MailNote } from '../mail-layout.js';
import { inLanguage, type MailSite, pageOf, senderOf } from '../mail-site.js';
import { privacyNotice } from '../privacy-notice.js';
import { inGroups, receiptNotice } from '../signing-receipt.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface DocumentMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly party: Party;
  readonly names: { readonly [P in Party]: string };
  readonly ideaTitle: string;
  /** ISO 8601 UTC. */
  readonly completedAt: string;
  /** SHA-256 of the attached file, hexadecimal. */
  readonly documentHash: string;
  readonly fileName: string;
  /** True if both parties signed on one screen. This mail is then the first mail that Party 2 gets. */
  readonly inPerson: boolean;
  /** Page on which Party 2 can say 'I did not sign this'; missing if the document has no such page. */
  readonly disputeUrl?: string;
  /** Receipt of the party's own signature; missing if the document was sealed without receipts. */
  readonly receipt?: Receipt | undefined;
}

const WORDS = inBothLanguages({
  de: {
    subject: (title: string) => `Unterschrieben: Geheimhaltungsvereinbarung „${title}“`,
    preview: 'Beide Parteien haben unterschrieben. Das PDF liegt dieser Nachricht bei.',
    greeting: (name: string) => `Guten Tag ${name},`,
    heading: 'Ihre Geheimhaltungs\u00advereinbarung ist unterschrieben.',
    body: (other: string) =>
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
    unknown: (contact: string | null) =>
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
});

/**
 * If another person signed in the reader's name, the note must not tell the reader to contact that person
 * (rule:signature-can-be-disputed).
 */
function disputeNote({ language, party, disputeUrl, site }: DocumentMailInput): MailNote {
  const words = WORDS[language];
  return disputeUrl === undefined || party === 1
    ? { text: words.unknown(site.contact) }
    : { text: words.dispute, url: inLanguage(disputeUrl, language) };
}

function contentOf(input: DocumentMailInput): MailContent {
  const { language, party, site, receipt } = input;
  const words = WORDS[language];
  const name = oneLine(input.names[party]);
  const other = oneLine(input.names[party === 1 ? 2 : 1]);
  const isFirst = party === 2 && input.inPerson;
  return {
    language,
    preview: words.preview,
    greeting: words.greeting(name),
    heading: words.heading,
    paragraphs: [words.body(other), words.keep],
    facts: [
      [words.facts.idea, oneLine(input.ideaTitle)],
      [words.facts.parties, `${oneLine(input.names[1])} ${words.and} ${oneLine(input.names[2])}`],
      [words.facts.signed, formatDateTime(input.completedAt, language)],
      [words.facts.file, input.fileName],
      [words.facts.hash, inGroups(input.documentHash)],
    ],
    button: { label: words.check, url: pageOf(site, PAGES.verify.path, language) },
    notes: [disputeNote(input)],
    ...(receipt === undefined ? {} : { receipt: receiptNotice(site, language, receipt) }),
    ...(isFirst ? { notice: privacyNotice(site, language, input.names[1], false) } : {}),
    sender: senderOf(site, language),
  };
}

/**
 * The mail with the signed document for one party, in the NDA's language. The subject may contain the title,
 * because the document was paid for.
 */
export const documentMail = (input: DocumentMailInput): WrittenMail =>
  writtenMail(WORDS[input.language].subject(oneLine(input.ideaTitle)), contentOf(input));
