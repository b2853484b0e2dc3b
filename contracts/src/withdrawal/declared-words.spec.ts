import { declaredWords } from './declared-words.js';

it.each([
  ['S-MZXW6YTBOI', 'S-MZXW6YTBOI'],
  ['bestellung s-mzxw6ytboi, bitte', 'S-MZXW6YTBOI'],
  ['S-K5XG2ZLDMU oder S-MZXW6YTBOI', 'S-K5XG2ZLDMU'],
])('names the order that is in %j: %s', (reference, order) => {
  expect(declaredWords(reference, 'de')).toBe(`Sie haben den Vertrag ${order} widerrufen.`);
  expect(declaredWords(reference, 'en')).toBe(`You have withdrawn from the contract ${order}.`);
});

it.each([
  'Bestellung vom 12. November',
  'KONTO GESPERRT https://evil.example/login',
  'S-MZXW6YTBO',
  'S-MZXW6YTBOIX',
  'S-MZXW6YTB01',
  'XS-MZXW6YTBOI',
  '0190b6a5-0000-7000-8000-000000000000',
])('repeats nothing of %j', (reference) => {
  expect(declaredWords(reference, 'de')).toBe('Sie haben einen Vertrag widerrufen.');
  expect(declaredWords(reference, 'en')).toBe('You have withdrawn from a contract.');
});
