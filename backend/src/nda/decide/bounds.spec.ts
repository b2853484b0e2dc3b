import {
  CHANGES_OF_SIGNING_MAX,
  DECLINES_RECORDED,
  OPENINGS_MAX,
  PAYMENT_ATTEMPTS_MAX,
} from '@siegel/contracts/limits';
import type { NdaCommand } from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import { oneOfEachCommand } from '../testing/commands.js';
import { day, given } from '../testing/given.js';
import { remoteInvited } from '../testing/sample-histories.js';
import {
  addressCorrected,
  created,
  failed,
  madeInPerson,
  madeRemote,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  opened,
  party1Signed,
  requested,
  TOKEN,
  voucherApplied,
} from '../testing/samples.js';

const times = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));

describe('mode and payer', () => {
  const change = (n: number): NdaEvent => (n % 2 === 0 ? madeRemote(true) : madeInPerson(false));
  const sign: NdaCommand = { ...oneOfEachCommand.SignAsParty1, mode: 'remote', party1PaysForBoth: false };
  const changed = (count: number): NdaEvent[] => [created, party1Signed(), ...times(count, change)];

  it('change up to their limit', () => {
    given(...changed(CHANGES_OF_SIGNING_MAX - 1))
      .when(sign)
      .then(madeRemote(false));
    given(...changed(CHANGES_OF_SIGNING_MAX))
      .when(sign)
      .thenRefused('change_limit');
  });
});

describe('attempts to pay', () => {
  const asked = (count: number): NdaEvent[] => [
    created,
    party1Signed(),
    ...times(count, (n) => [
      requested(199, { attempt: n + 1 }),
      failed({ attempt: n + 1, final: true }),
    ]).flat(),
  ];
  const pay: NdaCommand = { ...oneOfEachCommand.RequestPayment, party: 1 };

  it('are made up to their limit, each party for itself', () => {
    given(...asked(PAYMENT_ATTEMPTS_MAX - 1))
      .when(pay)
      .then(requested(199, { attempt: PAYMENT_ATTEMPTS_MAX }));
    given(...asked(PAYMENT_ATTEMPTS_MAX))
      .when(pay)
      .thenRefused('payment_limit');
  });

  it('leave a voucher possible', () =>
    given(...asked(PAYMENT_ATTEMPTS_MAX))
      .when({ ...oneOfEachCommand.ApplyVoucher, party: 1 })
      .then(voucherApplied(199)));

  it('serve as long as the last one is open', () =>
    given(...asked(PAYMENT_ATTEMPTS_MAX - 1), requested(199, { attempt: PAYMENT_ATTEMPTS_MAX }))
      .when(pay)
      .thenNothing());

  const declined = failed({ attempt: 1, final: false });
  const decline: NdaCommand = { ...oneOfEachCommand.RecordPaymentFailure, attempt: 1, final: false };
  const cards = (count: number): NdaEvent[] => [
    created,
    party1Signed(),
    requested(199),
    ...times(count, () => declined),
  ];

  it('record the first cards that are declined, and their end all the same', () => {
    given(...cards(DECLINES_RECORDED - 1))
      .when(decline)
      .then(declined);
    given(...cards(DECLINES_RECORDED))
      .when(decline)
      .thenNothing();
    given(...cards(DECLINES_RECORDED))
      .when({ ...decline, final: true })
      .then(failed({ attempt: 1, final: true }));
  });
});

describe('uses of a link', () => {
  const use = (n: number): NdaEvent => opened({ visitor: `visitor-${n}` });
  const open: NdaCommand = {
    ...oneOfEachCommand.OpenInvitation,
    tokenHash: TOKEN,
    visitor: 'somebody',
    day: '2026-11-03',
  };

  it('are counted for each link', () =>
    given(
      ...remoteInvited,
      ...times(OPENINGS_MAX, use),
      addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID }),
    )
      .when({ ...open, tokenHash: NEXT_TOKEN }, day(1))
      .then(opened({ visitor: 'somebody', day: '2026-11-03' })));
  it('are recorded up to their limit', () => {
    given(...remoteInvited, ...times(OPENINGS_MAX - 1, use))
      .when(open, day(1))
      .then(opened({ visitor: 'somebody', day: '2026-11-03' }));
    given(...remoteInvited, ...times(OPENINGS_MAX, use))
      .when(open, day(1))
      .thenNothing();
  });
});
