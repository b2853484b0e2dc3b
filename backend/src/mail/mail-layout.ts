import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { Language } from '@siegel/contracts/enums';
import { escapeHtml, oneLine } from './escape-html.js';

/** What every mail is made of; the layout writes it twice, as HTML and as text. */
export interface MailContent {
  readonly language: Language;
  /** Shown by mail programs beside the subject. */
  readonly preview: string;
  readonly greeting: string;
  /** May hold soft hyphens, for narrow screens. */
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Below the sheet, in small type. A link is shown with its address. */
  readonly notes: readonly { readonly text: string; readonly url?: string }[];
  /** Who sends it: name and, where configured, address; and where imprint and privacy are. */
  readonly sender: { readonly line: string; readonly legalUrl: string };
}

const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',Times,serif";

const WORDS: Readonly<Record<Language, { readonly orOpen: string; readonly legal: string }>> = {
  de: { orOpen: 'Oder öffnen Sie diese Adresse:', legal: 'Impressum und Datenschutz:' },
  en: { orOpen: 'Or open this address:', legal: 'Imprint and privacy:' },
};

/** Both schemes are set, so that a mail program in dark mode does not invert them itself. */
const STYLE = [
  'body{margin:0;padding:0;background:#F4F1E9}',
  '@media (max-width:620px){.pad{padding-left:22px!important;padding-right:22px!important}.btn a{display:block!important}.h{font-size:27px!important;line-height:33px!important}}',
  '@media (prefers-color-scheme:dark){body,.bg{background:#111318!important}.card{background:#1A1D24!important;border-color:#2F333D!important}.ink{color:#ECE7DC!important}.soft{color:#BAB7AF!important}.line{border-color:#2F333D!important}}',
].join('');

/** The seal without a picture, which many mail programs hold back: its red and white stay in dark mode. */
const MARK = `<span aria-hidden="true" style="display:inline-block;width:32px;height:32px;margin-right:10px;border-radius:16px;background:#A3262A;color:#FFF8F1;font:bold 20px/31px ${SERIF};text-align:center">§</span>`;

const withoutHyphens = (text: string): string => text.replaceAll('\u00ad', '');

const table = (attributes: string, rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${attributes}>${rows}</table>`;
const row = (classes: string, style: string, content: string): string =>
  `<tr><td class="${classes}" style="${style}">${content}</td></tr>`;

const paragraph = (text: string, margin: string): string =>
  `<p class="soft" style="margin:${margin};font:17px/27px ${SANS};color:#454B5E">${escapeHtml(text)}</p>`;

const opening = (content: MailContent): string =>
  row(
    'pad',
    'padding:44px 44px 0',
    [
      paragraph(content.greeting, '0 0 20px'),
      `<h1 class="h ink" style="margin:0;font:normal 31px/38px ${SERIF};letter-spacing:-.3px;color:#151B2E">${escapeHtml(content.heading)}</h1>`,
      ...content.paragraphs.map((text) => paragraph(text, '20px 0 0')),
    ].join('\n'),
  );

const fact = ([label, value]: readonly [string, string]): string =>
  `<tr><td class="soft line" width="36%" style="padding:10px 12px 10px 0;border-top:1px solid #DCD7CA;color:#62677A;vertical-align:top">${escapeHtml(label)}</td>` +
  `<td class="ink line" style="padding:10px 0;border-top:1px solid #DCD7CA;color:#151B2E;word-break:break-word">${escapeHtml(value)}</td></tr>`;

const factTable = (content: MailContent): string =>
  row(
    'pad',
    'padding:28px 44px 0',
    table(`style="font:16px/24px ${SANS}"`, content.facts.map(fact).join('\n')),
  );

const link = (url: string): string =>
  `<a class="soft" href="${escapeHtml(url)}" style="color:#454B5E;word-break:break-all">${escapeHtml(url)}</a>`;

function buttonRows(content: MailContent): string {
  if (content.button === undefined) return '';
  const { label, url } = content.button;
  const style = `display:inline-block;background:#A3262A;color:#FFF8F1;font:600 18px/24px ${SANS};text-decoration:none;padding:15px 30px;border-radius:3px;text-align:center`;
  return [
    row(
      'pad btn',
      'padding:28px 44px 0',
      `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`,
    ),
    row(
      'pad',
      'padding:22px 44px 0',
      `<p class="soft" style="margin:0;font:15px/23px ${SANS};color:#454B5E">${WORDS[content.language].orOpen}<br>${link(url)}</p>`,
    ),
  ].join('\n');
}

const noteLines = (content: MailContent): string[] => [
  ...content.notes.map(({ text, url }) => escapeHtml(text) + (url === undefined ? '' : `<br>${link(url)}`)),
  `${escapeHtml(content.sender.line)}<br>${WORDS[content.language].legal} ${link(content.sender.legalUrl)}`,
];

const sheet = (content: MailContent): string =>
  row(
    'card',
    'background:#FDFBF6;border:1px solid #DCD7CA;border-bottom-color:#7E8089',
    table(
      '',
      [opening(content), factTable(content), buttonRows(content), row('', 'padding:0 0 44px', '')].join('\n'),
    ),
  );

/** One column of 600 px in system fonts, readable without images (there are none) and in dark mode. */
export function mailHtml(content: MailContent): string {
  const inner = table(
    'style="max-width:600px"',
    [
      row(
        'pad ink',
        `padding:0 44px 18px;font:bold 21px/32px ${SERIF};color:#151B2E`,
        MARK + escapeHtml(PRODUCT_NAME),
      ),
      sheet(content),
      row(
        'pad soft',
        `padding:22px 44px 0;font:14px/22px ${SANS};color:#62677A`,
        noteLines(content).join('<br><br>'),
      ),
    ].join('\n'),
  );
  return `<!doctype html>
<html lang="${content.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(withoutHyphens(content.heading))}</title>
<style>${STYLE}</style></head><body class="bg" style="margin:0;background:#F4F1E9">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#F4F1E9"><tr><td align="center" style="padding:36px 12px">
${inner}
</td></tr></table></body></html>
`;
}

/** The same content for readers of plain text. */
export function mailText(content: MailContent): string {
  const words = WORDS[content.language];
  const facts = content.facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n');
  const button = content.button === undefined ? [] : [`${content.button.label}:\n${content.button.url}`];
  const notes = content.notes.map(({ text, url }) =>
    url === undefined ? oneLine(text) : `${oneLine(text)}\n${url}`,
  );
  const blocks = [content.greeting, withoutHyphens(content.heading), ...content.paragraphs].map(oneLine);
  const sender = `-- \n${oneLine(content.sender.line)}\n${words.legal} ${content.sender.legalUrl}`;
  return `${[...blocks, facts, ...button, ...notes, sender].join('\n\n')}\n`;
}
