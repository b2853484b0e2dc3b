import type { AutomaticReminder } from '@siegel/contracts/limits';
import { day, given, on } from '../testing/given.js';
import {
  cancelled,
  erased,
  expired,
  invited,
  madeRemote,
  NEXT_TOKEN,
  noticeSent,
  reminded,
  remoteInvited,
  remotePaid,
  remoteSigned,
} from '../testing/samples.js';

const byHand = { type: 'RemindParty2', kind: 'manual' } as const;
const onDay = (kind: AutomaticReminder) => ({ type: 'RemindParty2', kind }) as const;
const manual = (manualCount: number) => reminded({ manualCount });
const automatic = (kind: AutomaticReminder, invitation = 1) => reminded({ kind, manualCount: 0, invitation });

describe('RemindParty2 by hand', () => {
  it('reminds', () =>
    given(...remoteInvited)
      .when(byHand)
      .then(manual(1)));
  it('reminds three times and no more', () => {
    given(...remoteInvited, manual(1), manual(2))
      .when(byHand)
      .then(manual(3));
    given(...remoteInvited, manual(1), manual(2), manual(3))
      .when(byHand)
      .thenRefused('reminder_limit');
  });
  it('counts over all invitations', () => {
    const again = [cancelled(), madeRemote(true), invited({ invitation: 2, tokenHash: NEXT_TOKEN })];
    given(...remoteInvited, manual(1), manual(2), manual(3), ...again)
      .when(byHand)
      .thenRefused('reminder_limit');
  });
  it('does not count the automatic ones', () =>
    given(...remoteInvited, automatic('day1'))
      .when(byHand, day(2))
      .then(manual(1)));
  it('refuses where no invitation is open', () => {
    given(...remotePaid)
      .when(byHand)
      .thenRefused('not_invited');
    given(...remoteInvited, cancelled())
      .when(byHand)
      .thenRefused('not_invited');
    given(...remoteSigned)
      .when(byHand)
      .thenRefused('not_invited');
  });
  it('refuses after the expiry, recorded or not', () => {
    given(...remoteInvited)
      .when(byHand, day(7))
      .thenRefused('invitation_expired');
    given(...remoteInvited, expired)
      .when(byHand)
      .thenRefused('invitation_expired');
  });
});

describe('RemindParty2 by itself', () => {
  it.each([
    ['day1', 1],
    ['day3', 3],
    ['day6', 6],
  ] as const)('reminds when %s has come, once', (kind, days) => {
    given(...remoteInvited)
      .when(onDay(kind), day(days - 0.001))
      .thenRefused('reminder_not_due');
    given(...remoteInvited)
      .when(onDay(kind), day(days))
      .then(automatic(kind));
    given(...remoteInvited, on(days, automatic(kind)))
      .when(onDay(kind), day(6.5))
      .thenNothing();
  });
  it('counts the days from the newest invitation', () => {
    const renewed = invited({ invitation: 2, tokenHash: NEXT_TOKEN, expiresAt: day(12) });
    const again = [
      ...remoteInvited,
      on(1, automatic('day1')),
      on(5, cancelled()),
      on(5, madeRemote(true)),
      on(5, renewed),
    ];
    given(...again)
      .when(onDay('day1'), day(5.5))
      .thenRefused('reminder_not_due');
    given(...again)
      .when(onDay('day1'), day(6))
      .then(automatic('day1', 2));
  });
  it('refuses where no invitation is open', () => {
    given(...remoteInvited, cancelled())
      .when(onDay('day1'), day(2))
      .thenRefused('not_invited');
    given(...remoteSigned)
      .when(onDay('day1'), day(2))
      .thenRefused('not_invited');
    given(...remoteInvited)
      .when(onDay('day6'), day(7))
      .thenRefused('invitation_expired');
    given(...remoteInvited, erased)
      .when(onDay('day1'), day(2))
      .thenRefused('nda_erased');
  });
});

describe('RecordNoticeSent', () => {
  const record = {
    type: 'RecordNoticeSent',
    notice: 'reminder',
    party: 2,
    about: 'event-9',
    messageId: 'notice-1',
  } as const;
  it('records what the provider accepted, also after an erasure', () => {
    given(...remoteInvited)
      .when(record)
      .then(noticeSent);
    given(...remoteInvited, erased)
      .when(record)
      .then(noticeSent);
  });
  it('stays quiet on repetition', () =>
    given(...remoteInvited, noticeSent)
      .when(record)
      .thenNothing());
});
