import {
  type Language,
  OBLIGATION_KINDS,
  type ObligationKind,
  PERSON_OBLIGATIONS,
} from '@siegel/contracts/enums';
import { formatDate, formatDateTime } from '@siegel/contracts/formats';
import { PAGES } from '@siegel/contracts/pages';
import { type MailSite, pageOf, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

/** Open obligations of one kind. */
export interface DigestKind {
  readonly kind: ObligationKind;
  readonly count: number;
  /** The oldest obligations, oldest first. Their ids contain nothing personal. Times are ISO 8601 UTC. */
  readonly oldest: readonly { readonly id: string; readonly since: string }[];
}

export interface DigestMailInput {
  readonly language: Language;
  readonly site: MailSite;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly kinds: readonly DigestKind[];
}

const WORDS = inBothLanguages({
  de: {
    subject: (count: number) =>
      count === 0 ? 'Etwas dauert länger als vorgesehen' : `Was zu tun ist: ${count}`,
    preview: 'Offene Pflichten des Dienstes, ohne Namen und Inhalte.',
    greeting: 'Guten Tag,',
    heading: (count: number) => {
      if (count === 0) return 'Auf Sie wartet nichts, aber etwas dauert zu lange.';
      return count === 1 ? 'Ein Vorgang wartet auf Sie.' : `${count} Vorgänge warten auf Sie.`;
    },
    body: (day: string) =>
      `Stand vom ${day}. Was der Dienst selbst erledigt, steht hier, wenn es älter als eine Stunde ist. Diese Nachricht kommt höchstens einmal am Tag.`,
    kinds: {
      tampering: 'Manipulierte Daten',
      refund: 'Erstattung',
      chargeback: 'Rückbuchung',
      dispute: 'Bestrittene Unterschrift',
      withdrawal: 'Widerruf',
      bounce: 'Nicht zugestellt',
      invitation: 'Einladung',
      mail: 'E-Mail',
      document: 'Dokument',
      settlement: 'Zahlung verbuchen',
      intent: 'Zahlung beenden',
      'key-destruction': 'Schlüssel vernichten',
    },
    since: (at: string) => `seit ${at}`,
    more: (count: number) => `und ${count} weitere`,
    button: 'Verwaltung öffnen',
  },
  en: {
    subject: (count) =>
      count === 0 ? 'Something takes longer than it should' : `What is to be done: ${count}`,
    preview: 'Open obligations of the service, without names and contents.',
    greeting: 'Hello,',
    heading: (count) => {
      if (count === 0) return 'Nothing needs you, but something takes too long.';
      return count === 1 ? 'One matter needs you.' : `${count} matters need you.`;
    },
    body: (day) =>
      `As of ${day}. What the service does by itself is listed when it is older than an hour. This message comes at most once a day.`,
    kinds: {
      tampering: 'Tampered data',
      refund: 'Refund',
      chargeback: 'Chargeback',
      dispute: 'Disputed signature',
      withdrawal: 'Withdrawal',
      bounce: 'Not delivered',
      invitation: 'Invitation',
      mail: 'E-mail',
      document: 'Document',
      settlement: 'Payment to settle',
      intent: 'Payment to end',
      'key-destruction': 'Key to destroy',
    },
    since: (at) => `since ${at}`,
    more: (count) => `and ${count} more`,
    button: 'Open the administration',
  },
});

const isOfPerson = (kind: ObligationKind): boolean =>
  (PERSON_OBLIGATIONS as readonly ObligationKind[]).includes(kind);

/**
 * Returns one line of the digest: a label with the number of obligations, and a value that lists the ids of
 * the oldest obligations.
 */
function factOf({ kind, count, oldest }: DigestKind, language: Language): readonly [string, string] {
  const words = WORDS[language];
  const named = oldest.map(({ id, since }) => `${id}\n${words.since(formatDateTime(since, language))}`);
  const left = count - named.length;
  const value = [...named, ...(left > 0 ? [words.more(left)] : [])].join('\n');
  return [`${words.kinds[kind]} (${count})`, value];
}

/** Lists open obligations for the operator: counts, kinds and ids, but nothing personal. */
export function digestMail(input: DigestMailInput): WrittenMail {
  const { language, site } = input;
  const words = WORDS[language];
  const open = OBLIGATION_KINDS.flatMap((kind) => input.kinds.filter((one) => one.kind === kind));
  const count = open.reduce((sum, one) => sum + (isOfPerson(one.kind) ? one.count : 0), 0);
  return writtenMail(words.subject(count), {
    language,
    preview: words.preview,
    greeting: words.greeting,
    heading: words.heading(count),
    paragraphs: [words.body(formatDate(input.at, language))],
    facts: open.map((one) => factOf(one, language)),
    button: { label: words.button, url: pageOf(site, PAGES.dashboard.path, language) },
    notes: [],
    sender: senderOf(site, language),
  });
}
