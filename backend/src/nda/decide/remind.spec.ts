import type { AutomaticReminder } from '@siegel/contracts/limits';
import { day, given, on } from '../testing/given.js';
import { remoteInvited, remotePaid, remoteSent, remoteSigned } from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  created,
  declined,
  discarded,
  erased,
  expired,
  invitationSent,
  invited,
  madeRemote,
  NEXT_TOKEN,
  personal,
  reminded,
} from '../testing/samples.js';

const byHand = { type: 'RemindParty2', kind: 'manual' } as const;
const onDay = (kind: AutomaticReminder) => ({ type: 'RemindParty2', kind }) as const;
/** A minute after the start of the scenario. */
const LATER = '2026-11-02T10:01:00.000Z';
const manual = (manualCount: number) => reminded({ manualCount });
const automatic = (kind: AutomaticReminder, invitation = 1) => reminded({ kind, manualCount: 0, invitation });

describe('RemindParty2 as a manual reminder', () => {
  it('reminds', () =>
    given(...remoteInvited)
      .when(byHand)
      .then(manual(1)));
  it('reminds three times and no more', () => {
    given(...remoteInvited, manual(1), manual(2))
      .when(byHand, LATER)
      .then(manual(3));
    given(...remoteInvited, manual(1), manual(2), manual(3))
      .when(byHand, LATER)
      .thenRefused('reminder_limit');
  });
  it('counts two within a minute as one, even at the limit', () => {
    given(...remoteInvited, manual(1))
      .when(byHand, '2026-11-02T10:00:59.999Z')
      .thenNothing();
    given(...remoteInvited, manual(1), manual(2), manual(3))
      .when(byHand)
      .thenNothing();
    given(...remoteInvited, manual(1))
      .when(byHand, LATER)
      .then(manual(2));
  });
  it('counts the reminders of all invitations together', () => {
    const again = [cancelled(), madeRemote(true), invited({ invitation: 2, tokenHash: NEXT_TOKEN })];
    given(...remoteInvited, manual(1), manual(2), manual(3), ...again)
      .when(byHand, LATER)
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
  it('refuses after the expiry, whether or not that is recorded', () => {
    given(...remoteSent)
      .when(byHand, day(7))
      .thenRefused('invitation_expired');
    given(...remoteInvited, expired)
      .when(byHand)
      .thenRefused('invitation_expired');
  });
});

describe('RemindParty2 as an automatic reminder', () => {
  it.each([
    ['day1', 1],
    ['day3', 3],
    ['day6', 6],
  ] as const)('reminds when %s has come, once', (kind, days) => {
    given(...remoteSent)
      .when(onDay(kind), day(days - 0.001))
      .thenRefused('reminder_not_due');
    given(...remoteSent)
      .when(onDay(kind), day(days))
      .then(automatic(kind));
    given(...remoteSent, on(days, automatic(kind)))
      .when(onDay(kind), day(6.5))
      .thenNothing();
  });
  it('does not remind of an invitation that no mail server accepted, nor once the next reminder is due', () => {
    given(...remoteInvited)
      .when(onDay('day1'), day(1.5))
      .thenRefused('reminder_not_due');
    given(...remoteSent)
      .when(onDay('day1'), day(3))
      .thenRefused('reminder_not_due');
  });
  it('counts the days from the newest invitation', () => {
    const renewed = invited({ invitation: 2, tokenHash: NEXT_TOKEN, expiresAt: day(12) });
    const mailed = {
      ...invitationSent,
      open: { invitation: 2, messageId: 'invitation-2', fate: 'accepted' },
    } as const;
    const again = [
      ...remoteSent,
      on(1, automatic('day1')),
      on(5, cancelled()),
      on(5, madeRemote(true)),
      on(5, renewed),
      on(5, mailed),
    ];
    given(...again)
      .when(onDay('day1'), day(5.5))
      .thenRefused('reminder_not_due');
    given(...again)
      .when(onDay('day1'), day(6))
      .then(automatic('day1', 2));
  });
  it('refuses where no invitation is open', () => {
    given(...remoteSent, cancelled())
      .when(onDay('day1'), day(2))
      .thenRefused('not_invited');
    given(...remoteSigned)
      .when(onDay('day1'), day(2))
      .thenRefused('not_invited');
    given(...remoteSent)
      .when(onDay('day6'), day(7))
      .thenRefused('invitation_expired');
    given(...remoteInvited, erased)
      .when(onDay('day1'), day(2))
      .thenRefused('nda_erased');
  });
});

describe('DeclineReminders', () => {
  const decline = { type: 'DeclineReminders', address: 1 } as const;
  const again = [cancelled(), madeRemote(true), invited({ invitation: 2, tokenHash: NEXT_TOKEN })];

  it('is recorded once for the address', () => {
    given(...remoteInvited)
      .when(decline)
      .then(declined());
    given(...remoteInvited, declined())
      .when(decline)
      .thenNothing();
  });
  it('records nothing if no further reminder will come', () => {
    for (const end of [erased, discarded, expired])
      given(...remoteSent, end)
        .when(decline)
        .thenNothing();
  });
  it('is recorded for a cancelled invitation too: another one may follow', () =>
    given(...remoteSent, cancelled())
      .when(decline)
      .then(declined()));
  it.each([
    ['was never invited', remotePaid],
    ['has signed', remoteSigned],
    ['declined too late', [...remoteInvited, expired]],
    ['has another address now', [...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN })]],
    ['was erased', [...remoteInvited, erased]],
    ['has a discarded draft', [created, discarded]],
  ])('is not refused but records nothing if Party 2 %s', (_, events) =>
    given(...events)
      .when(decline)
      .thenNothing(),
  );
  it('applies to the present address if it is the same mailbox', () => {
    const back = addressCorrected({ address: 3 }, personal.party2Email.toUpperCase());
    given(...remoteSent, addressCorrected(), back)
      .when(decline)
      .then(declined(3));
    given(...remoteSent, addressCorrected(), back, declined(3))
      .when(decline)
      .thenNothing();
  });
  it('ends manual and automatic reminders, also for later invitations', () => {
    given(...remoteSent, declined())
      .when(byHand)
      .thenRefused('reminders_declined');
    given(...remoteSent, declined())
      .when(onDay('day1'), day(1))
      .thenNothing();
    given(...remoteSent, declined(), ...again)
      .when(byHand)
      .thenRefused('reminders_declined');
  });
  it('leaves a corrected address alone', () => {
    const corrected = [...remoteSent, declined(), addressCorrected({ tokenHash: NEXT_TOKEN })];
    given(...corrected)
      .when(byHand)
      .then(manual(1));
    given(...corrected)
      .when({ ...decline, address: 2 })
      .then(declined(2));
  });
});
