import { formatCardNumber, formatCvc, formatExpiry, formatVoucherCode } from './card-format.js';

it('groups what is typed', () => {
  expect(formatCardNumber('4242-4242 42424242')).toBe('4242 4242 4242 4242');
  expect(formatExpiry('1230')).toBe('12 / 30');
  expect(formatExpiry('12 / ')).toBe('12');
  expect(formatCvc('12a34 5')).toBe('1234');
  expect(formatVoucherCode('nda-7qkm')).toBe('NDA-7QKM');
});
