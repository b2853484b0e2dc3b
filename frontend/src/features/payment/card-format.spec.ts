import { digitsOf, formatCardNumber, formatExpiry, formatVoucherCode } from './card-format.js';

it('groups the typed digits', () => {
  expect(formatCardNumber('4242-4242 42424242')).toBe('4242 4242 4242 4242');
  expect(digitsOf('12a3')).toBe('123');
  expect(formatVoucherCode('nda-7qkm')).toBe('NDA-7QKM');
});

it.each([
  ['1230', '12 / 30'],
  ['12 / ', '12'],
  ['12/2030', '12 / 30'],
  ['12 / 203', '12 / 203'],
  ['122030', '12 / 30'],
  ['1/30', '01 / 30'],
  ['1-2030', '01 / 30'],
])('reads an expiry date typed or pasted as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

it('keeps surplus digits visible', () => {
  expect(formatCardNumber('42424242424242424242')).toBe('4242 4242 4242 4242 4242');
  expect(formatExpiry('12305')).toBe('12 / 305');
  expect(digitsOf('12345')).toBe('12345');
});
