import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { Language } from '@siegel/contracts/enums';
import { breakable, escapeHtml, oneLine, prose } from './escape-html.js';

/** Content of a mail, which the layout renders twice: as HTML and as text. */
export interface MailContent {
  readonly language: Language;
  /** Text that mail programs show beside the subject. It contains nothing that a person typed. */
  readonly preview: string;
  readonly greeting: string;
  /** The heading may contain soft hyphens, for narrow screens. */
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Pairs of label and value. A value may have several lines. */
  readonly facts: readonly (readonly [string, string])[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Notes below the sheet, in small type. A link is shown together with its address. */
  readonly notes: readonly MailNote[];
  /** Proof that the reader did something, for instance signed. It is shown below the notes. */
  readonly receipt?: MailNotice;
  /** Information that the law requires. It is shown below the receipt. */
  readonly notice?: MailNotice;
  /**
   * The sender's line (name and, if configured, postal address), and the address of the page with imprint and
   * privacy notice.
   */
  readonly sender: { readonly line: string; readonly legalUrl: string };
}

/** A title, followed by points. Each point has a name and a text, which may have several lines. */
export interface MailNotice {
  readonly title: string;
  readonly points: readonly (readonly [string, string])[];
  readonly more: MailNote;
}

export interface MailNote {
  readonly text: string;
  readonly url?: string;
}

const SANS = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Georgia,'Times New Roman',Times,serif";
const PAPER = '#F4F1E9';
const SHEET = '#FDFBF6';
const INK = '#151B2E';
const SOFT = '#454B5E';
const QUIET = '#62677A';
const HAIRLINE = '#DCD7CA';
const SEAL = '#A3262A';
const ON_SEAL = '#FFF8F1';

const WORDS: Readonly<Record<Language, { readonly orOpen: string; readonly legal: string }>> = {
  de: { orOpen: 'Oder öffnen Sie diese Adresse:', legal: 'Impressum und Datenschutz:' },
  en: { orOpen: 'Or open this address:', legal: 'Imprint and privacy:' },
};

const withoutHyphens = (text: string): string => text.replaceAll('\u00ad', '');

const table = (attributes: string, rows: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;
/**
 * Puts content between margins that shrink with the screen. These margins also work in mail programs that do
 * not support media queries.
 */
const withMargins = (background: string, content: string): string =>
  table(
    `width="100%" bgcolor="${background}" style="width:100%;background-color:${background}"`,
    `<tr><td width="7%" style="width:7%">&nbsp;</td><td>${content}</td><td width="7%" style="width:7%">&nbsp;</td></tr>`,
  );

const text = (size: number, line: number, color: string): string =>
  `${SANS};font-size:${size}px;line-height:${line}px;color:${color}`;
const paragraph = (content: string, margin: string, style = text(17, 27, SOFT)): string =>
  `<p style="margin:${margin};${style}">${content}</p>`;

/**
 * Draws the seal without a picture, because many mail programs block pictures. In a mail program that does
 * not support rounded corners, the seal is a square.
 */
const head = (): string =>
  table(
    '',
    `<tr><td width="32" height="32" align="center" valign="middle" bgcolor="${SEAL}" aria-hidden="true" style="width:32px;height:32px;border-radius:16px;background-color:${SEAL};${SERIF};font-size:20px;line-height:30px;font-weight:bold;color:${ON_SEAL}">§</td>` +
      `<td style="padding-left:10px;${SERIF};font-size:21px;line-height:32px;font-weight:bold;color:${INK}">${escapeHtml(PRODUCT_NAME)}</td></tr>`,
  );

const opening = ({ greeting, heading, paragraphs }: MailContent): string =>
  [
    paragraph(prose(greeting), '0 0 20px'),
    `<h1 style="margin:0;${SERIF};font-size:29px;line-height:37px;font-weight:normal;color:${INK};word-break:break-word">${prose(heading)}</h1>`,
    ...paragraphs.map((each) => paragraph(prose(each), '20px 0 0')),
  ].join('\n');

/**
 * Renders a label and its value. They are side by side if there is room for both, and one below the other on
 * a phone.
 */
const fact = ([label, value]: readonly [string, string]): string =>
  `<tr><td style="padding:10px 0;border-top:1px solid ${HAIRLINE}">` +
  `<div style="display:inline-block;vertical-align:top;width:100%;max-width:164px;${text(16, 24, QUIET)}">${prose(label)}</div>` +
  `<div style="display:inline-block;vertical-align:top;width:100%;max-width:328px;${text(16, 24, INK)};word-break:break-word">${value.split('\n').map(breakable).join('<br>')}</div></td></tr>`;

const factTable = ({ facts }: MailContent): string =>
  facts.length === 0
    ? ''
    : table('width="100%" style="width:100%;margin-top:28px"', facts.map(fact).join('\n'));

const link = (url: string): string =>
  `<a href="${escapeHtml(url)}" style="color:${SOFT};text-decoration:underline;word-break:break-all">${breakable(url)}</a>`;

function buttonRows({ language, button }: MailContent): string {
  if (button === undefined) return '';
  const style = `display:inline-block;padding:14px 22px;${SANS};font-size:17px;line-height:24px;font-weight:600;color:${ON_SEAL};text-decoration:none;text-align:center`;
  const cell = `<tr><td align="center" bgcolor="${SEAL}" style="border-radius:3px;background-color:${SEAL};mso-padding-alt:14px 22px"><a href="${escapeHtml(button.url)}" style="${style}">${escapeHtml(button.label)}</a></td></tr>`;
  return [
    table('style="margin-top:28px"', cell),
    paragraph(`${WORDS[language].orOpen}<br>${link(button.url)}`, '22px 0 0', text(15, 23, SOFT)),
  ].join('\n');
}

const SMALL = text(14, 22, QUIET);
const note = ({ text: words, url }: MailNote): string =>
  paragraph(prose(words) + (url === undefined ? '' : `<br>${link(url)}`), '0 0 18px', SMALL);

function noticeRows(notice: MailNotice | undefined): string[] {
  if (notice === undefined) return [];
  const points = notice.points.map(([label, value]) =>
    paragraph(
      `<strong>${escapeHtml(label)}:</strong> ${value.split('\n').map(prose).join('<br>')}`,
      '0 0 8px',
      SMALL,
    ),
  );
  const title = `<h2 style="margin:10px 0 8px;${SANS};font-size:14px;line-height:22px;font-weight:bold;color:${SOFT}">${escapeHtml(notice.title)}</h2>`;
  return [title, ...points, note(notice.more)];
}

const below = (content: MailContent): string =>
  [
    ...content.notes.map(note),
    ...noticeRows(content.receipt),
    ...noticeRows(content.notice),
    note({
      text: `${content.sender.line}. ${WORDS[content.language].legal}`,
      url: content.sender.legalUrl,
    }),
  ].join('\n');

const row = (background: string, style: string, content: string): string =>
  `<tr><td bgcolor="${background}" style="background-color:${background};${style}">${content}</td></tr>`;

/**
 * Renders a mail as HTML: one column of 600 px in system fonts, built only from tables and inline styles,
 * without images. The mail stays light in dark mode. Each text has its own colour and its own background, so
 * the text stays readable in a mail program that inverts both.
 */
export function mailHtml(content: MailContent): string {
  const inner = table(
    'width="600" style="width:100%;max-width:600px"',
    [
      row(PAPER, 'padding:0 0 18px', withMargins(PAPER, head())),
      row(
        SHEET,
        `border:1px solid ${HAIRLINE};border-bottom-color:#7E8089;padding:40px 0`,
        withMargins(SHEET, [opening(content), factTable(content), buttonRows(content)].join('\n')),
      ),
      row(PAPER, 'padding:22px 0 0', withMargins(PAPER, below(content))),
    ].join('\n'),
  );
  return `<!doctype html>
<html lang="${content.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only"><title>${escapeHtml(withoutHyphens(content.heading))}</title></head>
<body bgcolor="${PAPER}" style="margin:0;padding:0;background-color:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:${PAPER}">${escapeHtml(content.preview)}</div>
${table(
  `width="100%" bgcolor="${PAPER}" style="width:100%;background-color:${PAPER}"`,
  `<tr><td align="center" style="padding:36px 12px">
${inner}
</td></tr>`,
)}</body></html>
`;
}

const withLines = ([label, value]: readonly [string, string]): string =>
  `${label}: ${value.split('\n').map(oneLine).join('\n  ')}`;

/** Renders a mail as plain text. The content is the same as in `mailHtml`. */
export function mailText(content: MailContent): string {
  const words = WORDS[content.language];
  const facts = content.facts.map(withLines).join('\n');
  const button = content.button === undefined ? [] : [`${content.button.label}:\n${content.button.url}`];
  const asText = ({ text: line, url }: MailNote): string =>
    url === undefined ? oneLine(line) : `${oneLine(line)}\n${url}`;
  const noticeLines = (notice: MailNotice | undefined): readonly string[] =>
    notice === undefined
      ? []
      : [[notice.title, ...notice.points.map(withLines)].join('\n'), asText(notice.more)];
  const blocks = [content.greeting, withoutHyphens(content.heading), ...content.paragraphs].map(oneLine);
  const sender = `-- \n${oneLine(content.sender.line)}\n${words.legal} ${content.sender.legalUrl}`;
  const notes = [
    ...content.notes.map(asText),
    ...noticeLines(content.receipt),
    ...noticeLines(content.notice),
  ];
  const all = [...blocks, facts, ...button, ...notes, sender];
  return `${all.filter((block) => block !== '').join('\n\n')}\n`;
}
