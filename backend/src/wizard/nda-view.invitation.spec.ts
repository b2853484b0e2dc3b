import { day, on } from '../nda/testing/given.js';
import * as sample from '../nda/testing/samples.js';
import { viewAfter } from './testing/view-after.js';

describe('N of an invitation', () => {
  const awaiting = {
    remoteStatus: 'awaiting',
    party2SignatureToken: sample.TOKEN.slice(0, 16),
    expiresAt: day(7),
  };

  it('shows where it stands, with a fingerprint in place of the token', () => {
    const { remoteInvited } = sample;
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

  it('counts manual reminders, and names automatic ones', () => {
    const reminded = [
      ...sample.remoteInvited,
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

  it('that was cancelled leads back to signing in person', () => {
    expect(viewAfter([...sample.remoteInvited, sample.cancelled()])).toMatchObject({
      signatureMode: 'in-person',
      remoteStatus: null,
      invitationStatus: 'cancelled',
      party2SignatureToken: null,
      expiresAt: null,
      party2SignatureTokenExpiresAt: null,
    });
  });

  it('that expired keeps its time and loses its token', () => {
    expect(viewAfter([...sample.remoteInvited, on(7, sample.expired)])).toMatchObject({
      signatureMode: 'remote',
      remoteStatus: null,
      invitationStatus: 'expired',
      party2SignatureToken: null,
      expiresAt: day(7),
    });
  });

  it('follows a corrected address', () => {
    const corrected = [
      ...sample.remoteInvited,
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

  it('that was used says when and from where', () => {
    const signed = [...sample.remoteInvited, on(2, sample.party2SignedRemotely), on(2, sample.completed)];
    expect(viewAfter(signed, { party2SignatureIp: '203.0.113.9' })).toMatchObject({
      status: 'completed',
      remoteStatus: 'signed',
      invitationStatus: 'signed',
      party2SignatureToken: null,
      party2SignatureCompletedAt: day(2),
      party2SignatureIp: '203.0.113.9',
    });
  });
});
