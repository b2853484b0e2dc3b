import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = string | Texts[] | { [key: string]: Texts };

function read(language: string, file: string): Texts {
  return JSON.parse(readFileSync(join(__dirname, language, file), 'utf8')) as Texts;
}

/** Returns the path to each text, with the text's placeholders. */
function leaves(texts: Texts, path = ''): Map<string, string> {
  if (typeof texts === 'string')
    return new Map([[path, (texts.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ')]]);
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      Array.from(leaves(value, path === '' ? key : `${path}.${key}`)),
    ),
  );
}

const files = (language: string) =>
  readdirSync(join(__dirname, language)).filter((name) => name.endsWith('.json'));

it('has the same namespaces in both languages', () => {
  expect(files('en').sort()).toEqual(files('de').sort());
  expect(files('de')).toContain('common.json');
});

describe.each(files('de'))('%s', (file) => {
  const de = leaves(read('de', file));
  const en = leaves(read('en', file));

  it('has the same keys in both languages', () => {
    expect(Array.from(en.keys()).sort()).toEqual(Array.from(de.keys()).sort());
  });

  it('has the same placeholders in both languages', () => {
    expect(Object.fromEntries(en)).toEqual(Object.fromEntries(de));
  });

  it('leaves no text empty', () => {
    const texts = JSON.stringify([read('de', file), read('en', file)]);
    expect(texts).not.toMatch(/:""|\[""/);
  });
});
