import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const all = (language: string): string =>
  readdirSync(join(__dirname, language))
    .map((name) => readFileSync(join(__dirname, language, name), 'utf8'))
    .join('\n');

/** One name for one thing; the glossary's words are those of the agreement. */
describe('words', () => {
  it.each([
    [/(beide[nr]?|andere|eine|erste|offenlegende|empfangende) Seiten?\b/, 'Partei'],
    [/\b(ge|ent)?siegelt\b|\bGesiegelt\b|\bSiegeln\b/, 'versiegelt'],
    [/\bLaufzeit\b/, 'Vertragsdauer'],
    [/Prüfziffer/, 'Prüfnummer (CVC)'],
    [/!["\s]/, 'no exclamation marks'],
  ])('German says nothing that matches %s, but %s', (other) => expect(all('de')).not.toMatch(other));

  it.each([
    [/\bemails?\b(?!["}\d])|\bEmails?\b/, 'e-mail'],
    [/\bthe record\b|\bA record\b/, 'log'],
    [/§/, 'section'],
    [/!["\s]/, 'no exclamation marks'],
  ])('English says nothing that matches %s, but %s', (other) => expect(all('en')).not.toMatch(other));
});
