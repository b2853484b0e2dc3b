import { documentFileName } from '../document-file-name.js';
import { sampleReceipt, sampleSite } from '../testing/sample-mails.js';
import { documentMail, type DocumentMailInput } from './document.js';

const input: DocumentMailInput = {
  language: 'de',
  party: 1,
  names: { 1: 'Katharina Brandstetter', 2: 'Thomas Achterberg' },
  ideaTitle: 'Faltbarer Anhänger',
  completedAt: '2026-11-12T13:35:00.000Z',
  documentHash: 'ab'.repeat(32),
  fileName: 'Geheimhaltungsvereinbarung-Faltbarer-Anhaenger.pdf',
  site: sampleSite,
  inPerson: false,
};
/**
 * Returns the mail's HTML without the markup that controls line breaks. A reader neither sees nor copies that
 * markup.
 */
const htmlOf = (changed: DocumentMailInput): string =>
  documentMail(changed).html.replace(/<wbr>|<\/?span[^>]*>/g, '');

describe('documentMail', () => {
  it.each(['de', 'en'] as const)('says the same in HTML and in text (%s)', (language) => {
    const { text, subject } = documentMail({ ...input, language });
    const html = htmlOf({ ...input, language });
    for (const part of [
      'Thomas Achterberg',
      'Faltbarer Anhänger',
      Array(8).fill('abababab').join(' '),
      input.fileName,
      sampleSite.operator,
      'hilfe@siegel.example',
    ]) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    expect(subject).toContain('Faltbarer Anhänger');
    expect(html).toContain(`<html lang="${language}">`);
    expect(`${html}${text}${subject}`).not.toMatch(/undefined|\[object|null/);
    expect(html).not.toMatch(/<img|<script|http:\/\//);
  });

  it.each(['de', 'en'] as const)('links to pages in its own language (%s)', (language) => {
    const { text } = documentMail({ ...input, language });
    const html = htmlOf({ ...input, language });
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
  ] as const)('has the seal beside the name, and a button to check the document (%s)', (language, label) => {
    for (const party of [1, 2] as const) {
      const { html, text } = documentMail({ ...input, language, party });
      expect(html).toMatch(/bgcolor="#A3262A" aria-hidden="true" style="[^"]*">§<\/td><td[^>]*>Siegel<\/td>/);
      const url = `https://siegel.example/verify?lang=${language}`;
      expect(html).toMatch(
        new RegExp(`<td [^>]*bgcolor="#A3262A"[^>]*><a href="[^"]*/verify[^"]*" style="[^"]*">${label}</a>`),
      );
      expect(text).toContain(`${label}:\n${url}\n`);
    }
  });

  it('has soft hyphens only in the heading of the HTML', () => {
    const { html, text, subject } = documentMail(input);
    expect(html).toMatch(/<h1[^>]*>Ihre Geheimhaltungs\u00advereinbarung/);
    expect(`${text}${subject}`).not.toContain('\u00ad');
  });

  it('greets each party by name, and names the other one', () => {
    expect(documentMail(input).text).toContain('Guten Tag Katharina Brandstetter,');
    expect(documentMail(input).text).toContain('Sie und Thomas Achterberg');
    expect(documentMail({ ...input, party: 2 }).text).toContain('Guten Tag Thomas Achterberg,');
    expect(documentMail({ ...input, party: 2 }).text).toContain('Sie und Katharina Brandstetter');
  });

  it("offers 'I did not sign this' only to Party 2, with the address as text, and only if there is such a page", () => {
    const disputeUrl = 'https://siegel.example/dispute?a=1&b=2';
    const { text } = documentMail({ ...input, party: 2, disputeUrl });
    const html = htmlOf({ ...input, party: 2, disputeUrl });
    expect(text).toContain(
      `Sie haben das nicht unterschrieben? Dann sagen Sie es hier:\n${disputeUrl}&lang=de`,
    );
    expect(html).toContain('href="https://siegel.example/dispute?a=1&amp;b=2&amp;lang=de"');
    expect(html).toContain('>https://siegel.example/dispute?a=1&amp;b=2&amp;lang=de</a>');
    expect(documentMail({ ...input, party: 1, disputeUrl }).text).not.toContain(disputeUrl);
    expect(documentMail({ ...input, party: 2 }).text).not.toContain('Dann sagen Sie es hier');
  });

  it('tells a person who did not sign to contact us, not the other party; without a configured address it names the imprint', () => {
    for (const party of [1, 2] as const) {
      const { text } = documentMail({ ...input, party, site: { ...sampleSite, contact: null } });
      expect(text).toContain('Antworten Sie nicht der anderen Partei.');
      expect(text).toContain('seine Anschrift steht im Impressum');
    }
  });

  it("informs Party 2 about personal data if this is Party 2's first mail", () => {
    const hasPrivacyNotice = (party: 1 | 2, inPerson: boolean): boolean =>
      documentMail({ ...input, party, inPerson }).text.includes('Art. 14 DSGVO');
    expect([
      hasPrivacyNotice(1, true),
      hasPrivacyNotice(1, false),
      hasPrivacyNotice(2, false),
      hasPrivacyNotice(2, true),
    ]).toEqual([false, false, false, true]);
  });

  it.each([
    ['de', 'Ihre Unterschrift wurde am ', 'beleg.json', 'Letzter Prüfpunkt davor: keiner'],
    ['en', 'Your signature was recorded on', 'receipt.json', 'Last checkpoint before it: none'],
  ] as const)(
    "contains the receipt of the party's own signature, and says how to check it (%s)",
    (language, signedAtText, file, none) => {
      const receipt = { ...sampleReceipt, lastCheckpoint: null };
      const { text } = documentMail({ ...input, language, receipt });
      const html = htmlOf({ ...input, language, receipt });
      const url = `https://siegel.example/api/receipts/${receipt.eventHash}`;
      for (const part of [signedAtText, file, receipt.keyId, Array(10).fill('Ab0+/xY9').join(' '), url]) {
        expect(text).toContain(part);
        expect(html).toContain(part);
      }
      expect(text).toContain(none);
      expect(documentMail({ ...input, language }).text).not.toContain('/api/receipts/');
    },
  );

  it('escapes all text that people typed', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const html = htmlOf({
      ...input,
      names: { 1: evil, 2: evil },
      ideaTitle: evil,
      site: { ...sampleSite, operator: evil },
      party: 2,
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
  });

  it('keeps header and text lines in one line', () => {
    const { subject, text } = documentMail({
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
    [
      'Faltbarer Fahrradanhänger mit Federnabe',
      'Geheimhaltungsvereinbarung-Faltbarer-Fahrradanhaenger-mit.pdf',
    ],
    [`Anhänger: ${'x'.repeat(200)}`, 'Geheimhaltungsvereinbarung-Anhaenger.pdf'],
    ['x'.repeat(200), `Geheimhaltungsvereinbarung-${'x'.repeat(36)}.pdf`],
  ])('%s', (title, name) => {
    expect(documentFileName(title, 'de')).toBe(name);
  });
  it('has an English file name too', () =>
    expect(documentFileName('Solar', 'en')).toBe('Non-Disclosure-Agreement-Solar.pdf'));
});
