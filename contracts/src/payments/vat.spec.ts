import { PRICE_FOR_BOTH, PRICE_PER_PARTY } from '../limits.js';
import { formatRate, vatIncluded } from './vat.js';

it.each([
  [PRICE_PER_PARTY, 19, 32],
  [PRICE_FOR_BOTH, 19, 64],
  [PRICE_PER_PARTY, 8.1, 15],
  [PRICE_PER_PARTY, 0, 0],
  [105, 5, 5],
  [107, 100, 54],
])('%s cents at %s percent include %s cents of VAT', (cents, rate, vat) =>
  expect(vatIncluded(cents, rate)).toBe(vat),
);

it('writes a rate in the format of the language', () =>
  expect([formatRate(8.1, 'de'), formatRate(8.1, 'en'), formatRate(19, 'de')]).toEqual(['8,1', '8.1', '19']));
