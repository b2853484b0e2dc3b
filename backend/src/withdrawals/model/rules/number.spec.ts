import fc from 'fast-check';
import { withdrawalNumber } from './number.js';

it.each([
  ['00000000-0000-7000-8000-000000000000', 'W-AAAAAAAAAA'],
  ['00000000-0000-7000-8000-000000000001', 'W-AAAAAAAAAB'],
  ['00000000-0000-7000-8000-00000000001f', 'W-AAAAAAAAA7'],
  ['00000000-0000-7000-8000-000000000020', 'W-AAAAAAAABA'],
  ['ffffffff-ffff-7fff-bfff-ffffffffffff', 'W-7777777777'],
])('%s has the number %s', (id, number) => expect(withdrawalNumber(id)).toBe(number));

it('has ten letters and digits, and differs between ids that end differently', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      expect(withdrawalNumber(one)).toMatch(/^W-[A-Z2-7]{10}$/);
      if (one.slice(-12) !== other.slice(-12))
        expect(withdrawalNumber(one)).not.toBe(withdrawalNumber(other));
    }),
  );
});
