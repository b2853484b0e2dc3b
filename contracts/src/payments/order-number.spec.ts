import { orderNumber } from './order-number.js';

const ID = '01a202d0-1bff-72de-b732-77971d1a57c1';

it.each([
  [ID, 1, 'S-E3HMZMPINC'],
  [ID, 2, 'S-XCGK2UDTOP'],
  ['01a202d0-36c9-71a5-9fc4-5b5bde3920b9', 1, 'S-3YLWDYUSIG'],
] as const)('of %s, party %s, is the same as the one that other programs compute', (ndaId, party, number) => {
  expect(orderNumber(ndaId, party)).toBe(number);
});
