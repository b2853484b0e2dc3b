import type { Language } from '@siegel/contracts/enums';
import { EVIDENCE_FILE_NAME } from '@siegel/contracts/evidence/evidence';
import { formatTimestamp } from '@siegel/contracts/formats';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import type { AuditEntry } from './audit-entries.js';
import type { DocumentInput } from './document-input.js';
import { bookmark, CONTENT_WIDTH, HAIRLINE, INK, RULE, text } from './page-style.js';
import type { Tag } from './tags.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

const TEXTS = inBothLanguages({
  de: {
    title: 'Protokoll',
    intro:
      'Dieses Protokoll ist nicht Teil der Vereinbarung. Es zeigt, was sie betrifft, bis zur Fertigstellung des Dokuments. Jeder Eintrag trägt eine Prüfsumme (SHA-256), die auch die des vorhergehenden Eintrags umfasst; fehlende Nummern gehören zu Einträgen, die sie nicht betreffen, etwa zu Zahlungen und E-Mails. Internetadressen sind gekürzt. Was auf dem Bildschirm gezeichnet oder getippt wurde, ist eine einfache elektronische Signatur (Art.\u00a03 Nr.\u00a010 und Art.\u00a025 Abs.\u00a01 eIDAS-Verordnung).',
    facts: {
      id: 'Kennung',
      hash: 'Prüfsumme des Textes (SHA-256)',
      template: 'Vorlage',
      revision: 'Stand des Protokolls',
      email1: 'E-Mail der offenlegenden Partei',
      email2: 'E-Mail der empfangenden Partei',
      email2Before: 'Frühere E-Mail der empfangenden Partei',
    },
    columns: { number: 'Nr.', time: 'Zeit', actor: 'Handelnd', event: 'Vorgang' },
    berlin: 'Berlin',
    ip: 'Internetadresse',
    ipNotKnown: 'Internetadresse nicht bekannt',
    check: {
      title: 'Dieses Dokument prüfen',
      how: 'Ein elektronisches Siegel umfasst die ganze Datei und macht jede spätere Änderung erkennbar. Prüfen Sie die Datei, nicht einen Ausdruck, auf der folgenden Seite oder mit einem PDF-Programm:',
      attached: `Angehängt ist der maschinenlesbare Nachweis (${EVIDENCE_FILE_NAME}): Wortlaut, Verlauf und Prüfsummen. Mit ihm und den beiden Unterschriften, die ebenfalls angehängt sind, lassen sich Wortlaut, Unterschriften und die Kette der Einträge auch ohne uns nachrechnen.`,
      inPart: `Angehängt ist der maschinenlesbare Nachweis (${EVIDENCE_FILE_NAME}): Wortlaut, Verlauf und Prüfsummen. Mit ihm lässt sich der Wortlaut auch ohne uns nachrechnen, die Kette der Einträge aber nicht ganz, da sie zum Teil nach einem früheren Format aufgezeichnet ist: Einträge, die nicht gezeigt werden, und Unterschriften aus dieser Zeit sichert nur der folgende Eintrag oder allein das Siegel.`,
    },
  },
  en: {
    title: 'Log',
    intro:
      'This log is not part of the agreement. It shows what concerns it, until the document was ready. Each entry carries a checksum (SHA-256) that covers the one of the entry before it; numbers that are missing belong to entries that do not concern it, such as payments and e-mails. Internet addresses are shortened. What was drawn or typed on the screen is a simple electronic signature (Art.\u00a03 no.\u00a010 and Art.\u00a025(1) of the eIDAS Regulation).',
    facts: {
      id: 'Identifier',
      hash: 'Checksum of the text (SHA-256)',
      template: 'Template',
      revision: 'Log up to entry',
      email1: 'E-mail of the Disclosing Party',
      email2: 'E-mail of the Receiving Party',
      email2Before: 'Former e-mail of the Receiving Party',
    },
    columns: { number: 'No.', time: 'Time', actor: 'Who', event: 'What' },
    berlin: 'Berlin',
    ip: 'Internet address',
    ipNotKnown: 'Internet address not known',
    check: {
      title: 'Check this document',
      how: 'An electronic seal covers the whole file and makes any later change visible. Check the file, not a printout, on the following page or with a PDF program:',
      attached: `Attached is the machine-readable evidence (${EVIDENCE_FILE_NAME}): text, history and checksums. With it and the two signatures, which are attached too, text, signatures and the chain of entries can be recomputed without us.`,
      inPart: `Attached is the machine-readable evidence (${EVIDENCE_FILE_NAME}): text, history and checksums. With it the text can be recomputed without us, but not the whole chain of entries, part of which was recorded in a former format: entries of that time that are not shown, and its signatures, are bound by the entry after them only, or by the seal alone.`,
    },
  },
});
type AuditTexts = (typeof TEXTS)[Language];

/** If the file has no seal, this text replaces the instructions for checking the file. */
export const COPY: Readonly<Record<Language, { readonly title: string; readonly how: string }>> = {
  de: {
    title: 'Kopie ohne Siegel, nicht das Original',
    how: 'Diese Datei wurde zum Lesen erstellt und trägt kein elektronisches Siegel. Sie lässt sich nicht prüfen. Das Original erhalten die Parteien per E-Mail.',
  },
  en: {
    title: 'Copy without seal, not the original',
    how: 'This file was made to be read and carries no electronic seal. It cannot be checked. The parties receive the original by e-mail.',
  },
};

const PADDING = 8;
const LABEL_WIDTH = 150;
/** Widths of the columns for number, time and actor. The column for the event gets the remaining width. */
const ENTRY_WIDTHS = [18, 100, 74];

const ruled: CustomTableLayout = {
  hLineWidth: (index, node) => (index === 0 || index === node.table.body.length ? 0 : 0.4),
  vLineWidth: () => 0,
  hLineColor: (index, node) => (index === node.table.headerRows ? RULE : HAIRLINE),
  paddingLeft: (index) => (index === 0 ? 0 : PADDING),
  paddingRight: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};

const cell = (tag: Tag, value: string, style: 'small' | 'label' | 'tiny'): TableCell =>
  text(value, 'SourceSans', { tag, style });

/** Returns the tags for the cells of one row. */
function cellsOf(table: Tag): { readonly head: (scope: 'Row' | 'Column') => Tag; readonly data: () => Tag } {
  const parent: Tag = { type: 'TR', parent: table };
  return {
    head: (scope) => ({ type: 'TH', parent, scope }),
    data: () => ({ type: 'TD', parent }),
  };
}

function facts(input: DocumentInput, texts: AuditTexts): Content {
  const former = input.emails.party2.slice(0, -1);
  const rows: [string, string][] = [
    [texts.facts.id, input.ndaId],
    [texts.facts.hash, input.agreementHash],
    [texts.facts.template, `${input.agreement.templateVersion} (${input.language})`],
    [texts.facts.revision, String(input.asOfRevision)],
    [texts.facts.email1, input.emails.party1],
    [texts.facts.email2, input.emails.party2.at(-1) ?? ''],
    ...former.map((email): [string, string] => [texts.facts.email2Before, email]),
  ];
  const table: Tag = { type: 'Table' };
  return {
    table: {
      widths: [LABEL_WIDTH, CONTENT_WIDTH - LABEL_WIDTH - PADDING],
      body: rows.map(([label, value]) => {
        const { head, data } = cellsOf(table);
        return [cell(head('Row'), label, 'label'), cell(data(), value, 'small')];
      }),
    },
    layout: ruled,
    margin: [0, 12, 0, 20],
  };
}

const addressLine = (ip: string | null, texts: AuditTexts): string =>
  ip === null ? texts.ipNotKnown : `${texts.ip} ${ip}`;

function entryRow(entry: AuditEntry, texts: AuditTexts, table: Tag): TableCell[] {
  const { head, data } = cellsOf(table);
  const [time, event] = [data(), data()];
  const line = (parent: Tag, value: string, options: { style: string; fontSize?: number }): Content =>
    text(value, 'SourceSans', { tag: { type: 'P', parent }, ...options });
  return [
    cell(head('Row'), String(entry.revision), 'small'),
    {
      stack: [
        line(time, `${formatTimestamp(entry.at, 'UTC')} UTC`, { style: 'small' }),
        line(time, `${formatTimestamp(entry.at, 'Europe/Berlin')} ${texts.berlin}`, { style: 'tiny' }),
      ],
    },
    cell(data(), entry.actor, 'small'),
    {
      stack: [
        line(event, entry.what, { style: 'small' }),
        ...(entry.ip === undefined ? [] : [line(event, addressLine(entry.ip, texts), { style: 'small' })]),
        line(event, entry.hash, { style: 'tiny', fontSize: 6.5 }),
      ],
    },
  ];
}

function history(input: DocumentInput, texts: AuditTexts): Content {
  const { number, time, actor, event } = texts.columns;
  const table: Tag = { type: 'Table' };
  const { head } = cellsOf(table);
  return {
    table: {
      widths: [
        ...ENTRY_WIDTHS,
        CONTENT_WIDTH - ENTRY_WIDTHS.reduce((sum, width) => sum + width, 0) - 3 * PADDING,
      ],
      headerRows: 1,
      dontBreakRows: true,
      body: [
        [number, time, actor, event].map((label) => cell(head('Column'), label, 'label')),
        ...input.audit.map((entry) => entryRow(entry, texts, table)),
      ],
    },
    layout: ruled,
  };
}

/** Size in points. A camera can read a printed code of this size from an arm's length. */
const QR_SIZE = 87;

const copy = ({ language }: DocumentInput): Content => ({
  stack: [
    text(COPY[language].title, 'BrygadaMedium', { tag: { type: 'H2' }, style: 'heading' }),
    text(COPY[language].how, 'SourceSans', { tag: { type: 'P' }, style: 'small', margin: [0, 3, 0, 0] }),
  ],
  unbreakable: true,
  margin: [0, 14, 0, 2],
});

const check = (input: DocumentInput, texts: AuditTexts): Content => ({
  columns: [
    { qr: input.verifyUrl, fit: QR_SIZE, eccLevel: 'M', foreground: INK, width: QR_SIZE + 8 },
    {
      width: '*',
      stack: [
        text(texts.check.title, 'BrygadaMedium', { tag: { type: 'H2' }, style: 'heading' }),
        text(texts.check.how, 'SourceSans', { tag: { type: 'P' }, style: 'small', margin: [0, 3, 0, 2] }),
        text(input.verifyUrl, 'SourceSans', { tag: { type: 'P' }, style: 'small' }),
        text(input.isRecomputable ? texts.check.attached : texts.check.inPart, 'SourceSans', {
          tag: { type: 'P' },
          style: 'small',
          margin: [0, 2, 0, 0],
        }),
      ],
    },
  ],
  columnGap: 8,
  unbreakable: true,
  margin: [0, 14, 0, 2],
});

/** Lists the events recorded up to the document's revision (rule:audit-page), on a new page. */
export function auditContent(input: DocumentInput): Content[] {
  const texts = TEXTS[input.language];
  return [
    text(texts.title, 'BrygadaMedium', {
      tag: { type: 'H1' },
      style: 'title',
      fontSize: 20,
      pageBreak: 'before',
      ...bookmark(texts.title),
    }),
    text(texts.intro, 'SourceSans', {
      tag: { type: 'P' },
      style: 'small',
      margin: [0, 8, 0, 0],
    }),
    input.isCopy === true ? copy(input) : check(input, texts),
    facts(input, texts),
    history(input, texts),
  ];
}
