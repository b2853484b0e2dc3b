import { chooseLanguage } from './language.js';

it.each([
  ['', null, 'de'],
  ['', 'en', 'en'],
  ['?lang=de', 'en', 'de'],
  ['?lang=en', null, 'en'],
  ['?lang=fr', 'en', 'en'],
  ['?lang=fr', 'fr', 'de'],
])('address %s, stored %s: %s', (search, stored, expected) => {
  expect(chooseLanguage(search, stored)).toBe(expected);
});
