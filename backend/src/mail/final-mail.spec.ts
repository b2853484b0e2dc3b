import { documentFileName } from './document-file-name.js';
import { escapeHtml, oneLine } from './escape-html.js';
import { finalMail, type FinalMailInput } from './final-mail.js';
import { messageIdOf } from './message-id.js';

const input: FinalMailInput = {
  language: 'de',
  party: 1,
  names: { 1: 'Katharina Brandstetter', 2: 'Thomas Achterberg' },
  ideaTitle: 'Faltbarer Anhänger',
  completedAt: '2026-11-12T13:35:00.000Z',
  documentHash: 'ab'.repeat(32),
  fileName: 'Geheimhaltungsvereinbarung-Faltbarer-Anhaenger.pdf',
  publicUrl: 'https://siegel.example',
  operator: 'Siegel, Musterstraße 1, 79098 Freiburg',
  contact: 'hilfe@siegel.example',
};

describe('finalMail', () => {
  it.each(['de', 'en'] as const)('says the same in HTML and in text (%s)', (language) => {
    const { html, text, subject } = finalMail({ ...input, language });
    for (const part of [
      'Thomas Achterberg',
      'Faltbarer Anhänger',
      input.documentHash,
      input.fileName,
      input.operator,
      'hilfe@siegel.example',
    ]) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    expect(subject).toContain('Faltbarer Anhänger');
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('max-width:600px');
    expect(`${html}${text}${subject}`).not.toMatch(/undefined|\[object|null/);
    expect(html).not.toMatch(/<img|<script|http:\/\//);
  });

  it.each(['de', 'en'] as const)('leads to pages in its own language (%s)', (language) => {
    const { html, text } = finalMail({ ...input, language });
    for (const link of [
      `https://siegel.example/verify?lang=${language}`,
      `https://siegel.example/legal?lang=${language}#impressum`,
    ]) {
      expect(html).toContain(`href="${link}"`);
      expect(html).toContain(`>${link}</a>`);
      expect(text.split(/\s/)).toContain(link);
    }
  });

  it.each([
    ['de', 'Dokument prüfen'],
    ['en', 'Check this document'],
  ] as const)(
    'bears the seal beside the name, and a button to check the document (%s)',
    (language, label) => {
      for (const party of [1, 2] as const) {
        const { html, text } = finalMail({ ...input, language, party });
        expect(html).toMatch(
          /<span aria-hidden="true" style="[^"]*;background:#A3262A;[^"]*">§<\/span>Siegel<\/td>/,
        );
        const url = `https://siegel.example/verify?lang=${language}`;
        const [, style] = html.split(`<a href="${url}" style="`);
        expect(style).toMatch(new RegExp(`^[^"]*background:#A3262A[^"]*">${label}</a>`));
        expect(text).toContain(`${label}:\n${url}\n`);
      }
    },
  );

  it('has soft hyphens in the heading of the HTML alone', () => {
    const { html, text, subject } = finalMail(input);
    expect(html).toMatch(/<h1[^>]*>Ihre Geheimhaltungs\u00advereinbarung/);
    expect(`${text}${subject}`).not.toContain('\u00ad');
  });

  it('greets each party and names the other', () => {
    expect(finalMail(input).text).toContain('Guten Tag Katharina Brandstetter,');
    expect(finalMail(input).text).toContain('Sie und Thomas Achterberg');
    expect(finalMail({ ...input, party: 2 }).text).toContain('Guten Tag Thomas Achterberg,');
    expect(finalMail({ ...input, party: 2 }).text).toContain('Sie und Katharina Brandstetter');
  });

  it("carries 'I did not sign this' for Party 2 alone, with the address as text, and only where there is such a page", () => {
    const disputeUrl = 'https://siegel.example/dispute?a=1&b=2';
    const { html, text } = finalMail({ ...input, party: 2, disputeUrl });
    expect(text).toContain(`Sie haben das nicht unterschrieben? Dann sagen Sie es hier:\n${disputeUrl}`);
    expect(html).toContain('href="https://siegel.example/dispute?a=1&amp;b=2"');
    expect(html).toContain('>https://siegel.example/dispute?a=1&amp;b=2</a>');
    expect(finalMail({ ...input, party: 1, disputeUrl }).text).not.toContain(disputeUrl);
    expect(finalMail({ ...input, party: 2 }).text).not.toContain('Dann sagen Sie es hier');
  });

  it('sends nobody to the other party who did not sign, and to the imprint where no address is configured', () => {
    for (const party of [1, 2] as const) {
      const { text } = finalMail({ ...input, party, contact: null });
      expect(text).toContain('Antworten Sie nicht der anderen Partei.');
      expect(text).toContain('seine Anschrift steht im Impressum');
    }
  });

  it('escapes everything that people wrote', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const { html } = finalMail({
      ...input,
      names: { 1: evil, 2: evil },
      ideaTitle: evil,
      operator: evil,
      party: 2,
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
  });

  it('keeps header and text lines in one line', () => {
    const { subject, text } = finalMail({
      ...input,
      ideaTitle: 'Titel\r\nBcc: eve@example.org\u202e',
      names: { 1: 'A\nB', 2: 'C\u2028D' },
    });
    expect(subject).toBe('Unterschrieben: Geheimhaltungsvereinbarung „Titel Bcc: eve@example.org“');
    expect(text).toContain('Guten Tag A B,');
    expect(text).toContain('Sie und C D');
  });
});

describe('documentFileName', () => {
  it.each([
    ['Größe & Maß: die Süßware', 'Geheimhaltungsvereinbarung-Groesse-Mass-die-Suessware.pdf'],
    ['../../etc/passwd', 'Geheimhaltungsvereinbarung-etc-passwd.pdf'],
    ['Łódź "quoted"\r\nX: y', 'Geheimhaltungsvereinbarung-Lodz-quoted-X-y.pdf'],
    ['王小明', 'Geheimhaltungsvereinbarung.pdf'],
    ['x'.repeat(200), `Geheimhaltungsvereinbarung-${'x'.repeat(60)}.pdf`],
  ])('%s', (title, name) => {
    expect(documentFileName(title, 'de')).toBe(name);
  });
  it('is named in English too', () =>
    expect(documentFileName('Solar', 'en')).toBe('Non-Disclosure-Agreement-Solar.pdf'));
});

describe('small parts', () => {
  it('escapes each special character once', () =>
    expect(escapeHtml(`&amp;<>"'`)).toBe('&amp;amp;&lt;&gt;&quot;&#39;'));
  it('folds white space', () => expect(oneLine(' a\t\tb  c ')).toBe('a b c'));
  it('gives the same Message-ID for the same parts, another for others', () => {
    expect(messageIdOf('siegel.example', 'nda', 'hash', 1)).toMatch(/^<[0-9a-f]{40}@siegel\.example>$/);
    expect(messageIdOf('h', 'a', 1)).toBe(messageIdOf('h', 'a', 1));
    expect(messageIdOf('h', 'a', 1)).not.toBe(messageIdOf('h', 'a', 2));
    expect(messageIdOf('h', 'ab', 'c')).not.toBe(messageIdOf('h', 'a', 'bc'));
  });
});
