import {
  CHANGES_OF_SIGNING_MAX,
  DECLINES_RECORDED,
  OPENINGS_MAX,
  PAYMENT_ATTEMPTS_MAX,
} from '@siegel/contracts/limits';
import type { NdaCommand } from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import { oneOfEachCommand } from '../testing/commands.js';
import { day, given, START } from '../testing/given.js';
import { remoteInvited } from '../testing/sample-histories.js';
import {
  addressCorrected,
  created,
  failed,
  intentOpened,
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

  it('can be changed until their limit is reached', () => {
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

  it('are limited in number, separately for each party', () => {
    given(...asked(PAYMENT_ATTEMPTS_MAX - 1))
      .when(pay)
      .then(requested(199, { attempt: PAYMENT_ATTEMPTS_MAX }));
    given(...asked(PAYMENT_ATTEMPTS_MAX))
      .when(pay)
      .thenRefused('payment_limit');
  });

  const vain = (count: number, from = 1): NdaEvent[] =>
    times(count, (n) => [
      requested(199, { attempt: from + n }),
      failed({ attempt: from + n, paymentIntentId: null, code: 'nothing_made', final: true }),
    ]).flat();
  const minutes = (count: number): string => new Date(Date.parse(START) + count * 60_000).toISOString();

  it('are not counted if they ended without a payment at the provider', () => {
    for (const code of ['nothing_made', 'key_expired', 'intent_unknown'])
      given(
        ...asked(PAYMENT_ATTEMPTS_MAX - 1),
        requested(199, { attempt: 20 }),
        failed({ attempt: 20, code, final: true }),
      )
        .when(pay)
        .then(requested(199, { attempt: 21 }));
    given(...asked(PAYMENT_ATTEMPTS_MAX - 1), ...vain(30, PAYMENT_ATTEMPTS_MAX))
      .when(pay, day(1))
      .then(requested(199, { attempt: PAYMENT_ATTEMPTS_MAX + 30 }));
    given(...asked(PAYMENT_ATTEMPTS_MAX), ...vain(1, PAYMENT_ATTEMPTS_MAX + 1))
      .when(pay, day(1))
      .thenRefused('payment_limit');
  });

  it('are counted if a card was tried, or if an intent was found later', () => {
    const last = { attempt: PAYMENT_ATTEMPTS_MAX, paymentIntentId: 'pi_20' };
    const unknown = failed({ ...last, code: 'intent_unknown', final: true });
    given(...asked(PAYMENT_ATTEMPTS_MAX - 1), requested(199, last), intentOpened(last), failed(last), unknown)
      .when(pay)
      .thenRefused('payment_limit');
    given(...asked(PAYMENT_ATTEMPTS_MAX - 1), ...vain(1, PAYMENT_ATTEMPTS_MAX), intentOpened(last))
      .when(pay)
      .thenRefused('payment_limit');
  });

  it.each([
    [3, 1],
    [4, 2],
    [8, 32],
    [9, 60],
    [40, 60],
  ])('of which %i ended without a payment wait %i minutes for the next', (count, pause) => {
    const before = [created, party1Signed(), ...vain(count)];
    given(...before)
      .when(pay, new Date(Date.parse(minutes(pause)) - 1).toISOString())
      .thenRefused('payment_provider_failed');
    given(...before)
      .when(pay, minutes(pause))
      .then(requested(199, { attempt: count + 1 }));
  });

  it('may follow at once after one or two that ended without a payment', () => {
    for (const count of [1, 2])
      given(created, party1Signed(), ...vain(count))
        .when(pay)
        .then(requested(199, { attempt: count + 1 }));
  });

  it('do not prevent a voucher', () =>
    given(...asked(PAYMENT_ATTEMPTS_MAX))
      .when({ ...oneOfEachCommand.ApplyVoucher, party: 1 })
      .then(voucherApplied(199)));

  it('remain usable at the limit while the last one is open', () =>
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

  it('record declined cards up to a limit, and their own end even beyond it', () => {
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
