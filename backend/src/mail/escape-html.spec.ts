import { breakable, escapeHtml, oneLine, prose } from './escape-html.js';

describe('text in a mail', () => {
  it('escapes each special character once', () =>
    expect(escapeHtml(`&amp;<>"'`)).toBe('&amp;amp;&lt;&gt;&quot;&#39;'));

  it('folds white space', () => expect(oneLine(' a\t\tb  c ')).toBe('a b c'));

  it('lets a long word break across lines, and leaves other words unchanged', () => {
    expect(breakable('ab'.repeat(20))).toBe(Array(5).fill('abababab').join('<wbr>'));
    expect(breakable('eine Geheimhaltungs\u00advereinbarung, Geheimhaltungsvereinbarung')).not.toContain(
      '<wbr>',
    );
  });

  it('breaks between the letters that were typed, never within an escaped one', () =>
    expect(breakable('<'.repeat(40))).toBe(Array(5).fill('&lt;'.repeat(8)).join('<wbr>')));

  it('keeps a hyphenated word in one line', () =>
    expect(prose('Die E-Mail-Adresse <a>')).toBe(
      'Die <span style="white-space:nowrap">E-Mail-Adresse</span> &lt;a&gt;',
    ));
});
