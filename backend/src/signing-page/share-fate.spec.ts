import { day, stateAfter } from '../nda/testing/given.js';
import { remoteSent, splitSent } from '../nda/testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  completed,
  expired,
  intentOpened,
  invited,
  NEXT_TOKEN,
  paid,
  party2SignedRemotely,
  refundDue,
  requested,
  voucherApplied,
} from '../nda/testing/samples.js';
import { shareFate } from './share-fate.js';

const party = { party: 2 } as const;
const intent = { ...party, paymentIntentId: 'pi_2' } as const;
const further = { ...party, paymentIntentId: 'pi_9' } as const;
const asked = [...splitSent, requested(199, party), intentOpened(intent)];
const byCard = [...asked, paid(199, intent)];
const byVoucher = [...splitSent, voucherApplied(199, party)];

describe('the share of a dead link', () => {
  it.each([
    ['expires, and a card paid', byCard, 'link_expired', 8, 'refund'],
    ['expired for good, and a card paid', [...byCard, expired], 'link_expired', 8, 'refund'],
    [
      'expired before the money came',
      [...asked, expired, refundDue(199, { ...intent, reason: 'expired' })],
      'link_expired',
      8,
      'refund',
    ],
    ['expires, and a voucher paid', byVoucher, 'link_expired', 8, null],
    ['expires unpaid', asked, 'link_expired', 8, null],
    ['expires, and Party 1 paid for both', remoteSent, 'link_expired', 8, null],
    ['is cancelled, and a card paid', [...byCard, cancelled()], 'link_cancelled', 1, 'credit'],
    ['is cancelled, and a voucher paid', [...byVoucher, cancelled()], 'link_cancelled', 1, 'credit'],
    [
      'was cancelled before the money came',
      [...asked, cancelled(), refundDue(199, intent)],
      'link_cancelled',
      1,
      'refund',
    ],
    [
      'was cancelled before the money of a further intent of the attempt came',
      [...asked, intentOpened(further), cancelled(), refundDue(199, further)],
      'link_cancelled',
      1,
      'refund',
    ],
    [
      'was cancelled, and the next one expires',
      [...byCard, cancelled(), invited({ invitation: 2, tokenHash: NEXT_TOKEN })],
      'link_cancelled',
      20,
      'refund',
    ],
    [
      'continues at another address',
      [...byCard, addressCorrected({ tokenHash: NEXT_TOKEN })],
      'link_replaced',
      1,
      null,
    ],
    ['was used', [...byCard, party2SignedRemotely, completed], 'link_used', 40, null],
  ] as const)('whose invitation %s', (_what, events, code, days, fate) => {
    expect(shareFate(stateAfter(...events), code, day(days))).toBe(fate);
  });
});
