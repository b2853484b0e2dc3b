import { languageOfDocument } from './language.js';

it.each([
  ['de', 'de'],
  ['en', 'en'],
  ['fr', 'de'],
  ['', 'de'],
])('a document in %j is read in %s', (lang, expected) => {
  document.documentElement.lang = lang;
  expect(languageOfDocument()).toBe(expected);
});
