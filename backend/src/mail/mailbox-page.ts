import { formatDateTime } from '@siegel/contracts/formats';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { Language } from '@siegel/contracts/enums';
import { escapeHtml } from './escape-html.js';
import type { ListedMail } from './kept-mail.js';
import { inBothLanguages } from '../platform/language/both-languages.js';

const WORDS = inBothLanguages({
  de: {
    title: 'Postfach',
    lead: 'Hier liegen die E-Mails, die dieser Server versenden würde. Es ist kein E-Mail-Dienst eingerichtet, also hat sie niemand erhalten.',
    empty: 'Noch keine Post.',
    emptyHint:
      'Sobald eine Vereinbarung unterschrieben und bezahlt ist, liegt sie hier. Laden Sie die Seite dann bitte neu.',
    to: 'An',
    attachments: 'Anlagen',
    content: 'Inhalt der Nachricht',
    plain: 'Als reiner Text',
  },
  en: {
    title: 'Mailbox',
    lead: 'These are the e-mails that this server would send. No e-mail provider is set up, so nobody has received them.',
    empty: 'No mail yet.',
    emptyHint:
      'As soon as an agreement is signed and paid for, it appears here. Please reload the page then.',
    to: 'To',
    attachments: 'Attachments',
    content: 'Content of the message',
    plain: 'As plain text',
  },
});

export const messageUrl = (id: string): string => `/dev/mailbox/messages/${id}`;
export const attachmentUrl = (id: string, index: number): string => `${messageUrl(id)}/attachments/${index}`;

const inKilobytes = (bytes: number, language: Language): string => {
  const kilobytes = (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0);
  return `${language === 'de' ? kilobytes.replace('.', ',') : kilobytes}\u00a0kB`;
};

function attachmentsOf(message: ListedMail, language: Language): string {
  if (message.attachments.length === 0) return '';
  const items = message.attachments.map(
    ({ filename, size }, index) =>
      `<li><a href="${attachmentUrl(message.id, index)}">${escapeHtml(filename)}</a> <span>${inKilobytes(size, language)}</span></li>`,
  );
  return `<ul class="attachments" aria-label="${WORDS[language].attachments}">${items.join('')}</ul>`;
}

function article(message: ListedMail, language: Language, open: boolean): string {
  const words = WORDS[language];
  return `<li><details${open ? ' open' : ''}>
<summary><span class="subject">${escapeHtml(message.subject)}</span><span class="meta">${words.to} ${escapeHtml(message.to)}<time datetime="${message.sentAt}">${formatDateTime(message.sentAt, language)}</time></span></summary>
${attachmentsOf(message, language)}
<iframe src="${messageUrl(message.id)}/html" title="${words.content}: ${escapeHtml(message.subject)}" sandbox loading="lazy"></iframe>
<details class="plain"><summary>${words.plain}</summary><pre>${escapeHtml(message.text)}</pre></details>
</details></li>`;
}

/**
 * The page at `/dev/mailbox`. It has no script and no inline style, and each message is in a sandboxed frame.
 */
export function mailboxPage(messages: readonly ListedMail[], language: Language): string {
  const words = WORDS[language];
  const list =
    messages.length === 0
      ? `<div class="empty"><p class="subject">${words.empty}</p><p>${words.emptyHint}</p></div>`
      : `<ul class="messages">${messages.map((message, index) => article(message, language, index === 0)).join('\n')}</ul>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${words.title} | ${PRODUCT_NAME}</title><link rel="stylesheet" href="/dev/mailbox/style.css"></head>
<body><header><a href="/">${PRODUCT_NAME}</a></header>
<main><h1>${words.title}</h1><p class="lead">${words.lead}</p>
${list}
</main></body></html>
`;
}
