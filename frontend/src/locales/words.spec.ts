import { LANGUAGES } from '@siegel/contracts/enums';
import { otherWords } from '@siegel/contracts/testing/words';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const texts = (language: string): unknown[] =>
  readdirSync(join(__dirname, language))
    .filter((name) => name.endsWith('.json'))
    .map((name): unknown => JSON.parse(readFileSync(join(__dirname, language, name), 'utf8')));

/** Each thing has one name. The glossary uses the words of the agreement. */
it.each(LANGUAGES)('says every thing by the name that the glossary gives it (%s)', (language) => {
  expect(texts(language).length).toBeGreaterThan(5);
  expect(otherWords(language, texts(language))).toEqual([]);
});
