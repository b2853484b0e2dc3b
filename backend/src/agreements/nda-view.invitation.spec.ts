import type { NdaEvent } from '../nda/nda.events.js';
import { day, on } from '../nda/testing/given.js';
import {
  corrected,
  correctedTooLate,
  invitationSentLate,
  remoteInvited,
  remoteSent,
  remoteSigned,
} from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import { viewAfter } from './testing/view-after.js';

describe('N of an invitation', () => {
  const awaiting = {
    remoteStatus: 'awaiting',
    party2SignatureToken: sample.TOKEN.slice(0, 16),
    expiresAt: day(7),
  };

  it('shows its status, with a fingerprint in place of the token', () => {
    expect(viewAfter(remoteInvited)).toMatchObject({
      ...awaiting,
      invitationStatus: 'pending',
      party2SignatureLinkSentAt: null,
    });
    const sent = [...remoteInvited, on(0.1, sample.invitationSent)];
    expect(viewAfter(sent)).toMatchObject({
      ...awaiting,
      invitationStatus: 'sent',
      party2SignatureLinkSentAt: day(0.1),
      party2SignatureTokenExpiresAt: day(7),
    });
    expect(viewAfter([...sent, sample.opened()])).toMatchObject({
      ...awaiting,
      invitationStatus: 'opened',
    });
  });

  it('counts manual reminders, and lists automatic ones by name', () => {
    const reminded = [
      ...remoteInvited,
      sample.reminded(),
      sample.reminded({ manualCount: 2 }),
      sample.reminded({ kind: 'day1' }),
    ];
    expect(viewAfter(reminded)).toMatchObject({
      remindersSent: 2,
      party2SignatureReminderCount: 2,
      automaticReminder1DaySent: true,
      automaticReminder3DaysSent: false,
      automaticReminder6DaysSent: false,
    });
    const again = [
      ...reminded,
      sample.cancelled(),
      sample.invited({ invitation: 2, tokenHash: sample.NEXT_TOKEN }),
    ];
    expect(viewAfter(again)).toMatchObject({
      remindersSent: 2,
      automaticReminder1DaySent: false,
      invitationStatus: 'pending',
    });
  });

  it('returns to signing in person after a cancellation', () => {
    expect(viewAfter([...remoteInvited, sample.cancelled()])).toMatchObject({
      signatureMode: 'in-person',
      remoteStatus: null,
      invitationStatus: 'cancelled',
      party2SignatureToken: null,
      expiresAt: null,
      party2SignatureTokenExpiresAt: null,
    });
  });

  it('keeps its end and loses its token when it expires', () => {
    expect(viewAfter([...remoteInvited, on(7, sample.expired)])).toMatchObject({
      signatureMode: 'remote',
      remoteStatus: null,
      invitationStatus: 'expired',
      party2SignatureToken: null,
      expiresAt: day(7),
    });
  });

  it('follows a corrected address', () => {
    const corrected = [
      ...remoteInvited,
      sample.invitationSent,
      sample.addressCorrected({ tokenHash: sample.NEXT_TOKEN }),
    ];
    expect(viewAfter(corrected, { party2Email: 'cb@example.org' })).toMatchObject({
      party2Email: 'cb@example.org',
      party1Email: sample.personal.party1Email,
      party2SignatureToken: sample.NEXT_TOKEN.slice(0, 16),
      invitationStatus: 'pending',
      expiresAt: day(7),
    });
  });

  it('shows when and from where it was signed', () => {
    const signed = [...remoteInvited, on(2, sample.party2SignedRemotely), on(2, sample.completed)];
    expect(viewAfter(signed, { party2SignatureIp: '203.0.113.9' })).toMatchObject({
      status: 'completed',
      remoteStatus: 'signed',
      invitationStatus: 'signed',
      party2SignatureToken: null,
      party2SignatureCompletedAt: day(2),
      party2SignatureIp: '203.0.113.9',
    });
  });

  it('shows how many invitations and addresses are left, when the link was opened, and the last reminder', () => {
    expect(viewAfter([sample.created])).toMatchObject({
      invitationsLeft: 3,
      addressesLeft: 2,
      remindersDeclined: false,
      invitationOpenedAt: null,
      lastReminderAt: null,
    });
    const used = [
      ...remoteSent,
      on(1, sample.reminded({ kind: 'day1' })),
      on(2, sample.opened()),
      on(2.5, sample.opened({ day: '2026-11-04' })),
    ];
    expect(viewAfter(used)).toMatchObject({
      invitationsLeft: 2,
      invitationOpenedAt: day(2),
      lastReminderAt: day(1),
    });
    const declined = [...used, sample.declined()];
    expect(viewAfter(declined)).toMatchObject({ remindersDeclined: true, addressesLeft: 2 });
    expect(viewAfter([...declined, ...corrected])).toMatchObject({
      remindersDeclined: false,
      addressesLeft: 1,
      invitationOpenedAt: null,
      invitationStatus: 'pending',
    });
    const again = [
      on(3, sample.cancelled()),
      on(3, sample.invited({ invitation: 2, tokenHash: sample.NEXT_TOKEN })),
    ];
    expect(viewAfter([...used, ...again])).toMatchObject({ invitationsLeft: 1, lastReminderAt: null });
  });

  it('is pending until the mail is accepted, and ends a week after that', () => {
    expect(viewAfter([...remoteInvited, on(2, invitationSentLate)])).toMatchObject({
      invitationStatus: 'sent',
      expiresAt: day(9),
      party2SignatureLinkSentAt: day(2),
    });
    expect(viewAfter(correctedTooLate)).toMatchObject({
      invitationStatus: 'pending',
      party2SignatureLinkSentAt: null,
    });
  });
});

describe('N after other events', () => {
  it('shows mails that failed', () => {
    const failed = sample.mailFailed({ kind: 'invitation', code: 'mail_refused', permanent: true });
    const problem = { kind: 'invitation', party: 2, code: 'mail_refused', permanent: true, at: day(1) };
    expect(viewAfter([...remoteInvited, on(1, failed)]).mailProblems).toEqual([problem]);
    expect(viewAfter([...remoteInvited, on(1, failed), ...corrected]).mailProblems).toEqual([]);
  });

  it('shows disputes, the number of other devices, and a corrected address of Party 1', () => {
    const disputed = [...remoteSigned, on(4, sample.disputed)];
    expect(viewAfter(disputed).disputed).toEqual([{ party: 2, at: day(4) }]);
    const devices = (...events: readonly NdaEvent[]) => viewAfter([sample.created, ...events]).otherDevices;
    expect(devices()).toBe(0);
    expect(devices(sample.accessGranted)).toBe(1);
    expect(devices(sample.accessGranted, sample.accessEnded)).toBe(0);
    const party1Email = 'al@example.org';
    expect(viewAfter([sample.created, sample.ownAddressCorrected()], { party1Email })).toMatchObject({
      party1Email,
    });
  });
});
