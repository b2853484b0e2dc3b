import type { ShareView } from '@siegel/contracts/nda/remote-signature';
import { mayBeSigned, shareState } from './share.js';

const payment = (status: ShareView['status']): ShareView => ({ status, amount: 199, paidAt: null });

it.each([
  ['none', 0, null, false],
  ['due', 199, payment('none'), false],
  ['begun', 199, payment('pending'), false],
  ['confirming', 199, payment('pending'), true],
  ['confirming', 199, payment('none'), true],
  ['paid', 0, payment('succeeded'), true],
  // A voucher was redeemed. Nothing is owed any more, whatever payment status the last poll reported.
  ['paid', 0, payment('none'), false],
] as const)('a share is %s with %i cents owed, %j, reported: %s', (state, amountDue, share, reported) =>
  expect(shareState({ amountDue, payment: share }, reported)).toBe(state),
);

it('allows signing when nothing is owed', () => {
  expect(mayBeSigned({ amountDue: 0 })).toBe(true);
  expect(mayBeSigned({ amountDue: 199 })).toBe(false);
});
