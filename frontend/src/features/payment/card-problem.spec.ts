import { cardProblem } from './card-problem.js';

const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };
const NOW = new Date(2026, 10, 23);

it.each([
  ['cardNumber', '', 'required'],
  ['cardNumber', '4242 4242 4242 4242', undefined],
  ['cardNumber', '4000 0025 0000 3155', undefined],
  ['cardNumber', '3782 8224 6310 005', undefined],
  ['cardNumber', '4242 4242 4242 4224', 'numberInvalid'],
  ['cardNumber', '4242 4242 4242 4243', 'numberInvalid'],
  ['cardNumber', '0000 0000', 'numberInvalid'],
  // The check digit is right, but the number is longer than the number of any card (ISO/IEC 7812-1).
  ['cardNumber', '4242 4242 4242 4242 4242', 'numberInvalid'],
  ['expiry', '11 / 26', undefined],
  ['expiry', '10 / 26', 'expiryPast'],
  ['expiry', '12 / 25', 'expiryPast'],
  ['expiry', '13 / 30', 'expiryInvalid'],
  ['expiry', '00 / 30', 'expiryInvalid'],
  ['expiry', '12 / 3', 'expiryInvalid'],
  ['cvc', '12', 'cvcInvalid'],
  ['expiry', '12 / 305', 'expiryInvalid'],
  ['cvc', '12345', 'cvcInvalid'],
  ['cvc', '123', undefined],
  ['cvc', '1234', undefined],
] as const)('%s %j: %s', (field, typed, problem) =>
  expect(cardProblem(field, { ...CARD, [field]: typed }, NOW)).toBe(problem),
);

it('accepts a card until the last moment of its month', () => {
  const card = { ...CARD, expiry: '11 / 26' };
  expect(cardProblem('expiry', card, new Date(2026, 10, 30, 23, 59, 59))).toBeUndefined();
  expect(cardProblem('expiry', card, new Date(2026, 11, 1))).toBe('expiryPast');
});
