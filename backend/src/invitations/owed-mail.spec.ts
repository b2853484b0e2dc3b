import type { Step } from '../eventsourcing/journal/testing/given-when-then.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { day, history, ndaAfter, on } from '../nda/testing/given.js';
import { remotePaid } from '../nda/testing/sample-histories.js';
import {
  accessGrantedBy,
  addressCorrected,
  cancelled,
  continueLinkRequested,
  created,
  erased,
  invitationSent,
  invited,
  LINK_ID,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  noticeSent,
  party2SignedRemotely,
  reminded,
} from '../nda/testing/samples.js';
import { overdueMail, owedMail, owedMailsNow } from './owed-mail.js';

const storyOf = (steps: readonly Step<NdaEvent>[]) => {
  const events = history(steps);
  return { state: ndaAfter(events), events };
};
/**
 * Returns `kind` if the event at `revision` owes a mail of this kind `days` days after the start; otherwise
 * undefined.
 */
const owedBy = (revision: number, kind: string, days: number, ...steps: readonly Step<NdaEvent>[]) => {
  const story = storyOf(steps);
  return owedMail(story, { eventId: story.events[revision]?.id ?? '', kind }, day(days))?.mail.kind;
};

const invitedNow = [...remotePaid, invited({ linkId: LINK_ID })];
const sentNow = [...invitedNow, invitationSent];

describe('the mail that an event owes now (rule:events-owe-mails)', () => {
  it("is an invitation until it is accepted, while the invitation's link works", () => {
    expect(owedBy(3, 'invitation', 0, ...invitedNow)).toBe('invitation');
    expect(owedBy(3, 'invitation', 13.9, ...invitedNow)).toBe('invitation');
    expect(owedBy(3, 'invitation', 14, ...invitedNow)).toBeUndefined();
    expect(owedBy(3, 'invitation', 0, ...sentNow)).toBeUndefined();
    for (const end of [cancelled(), party2SignedRemotely, erased])
      expect(owedBy(3, 'invitation', 0, ...invitedNow, end)).toBeUndefined();
  });

  it('is no invitation to a new address once the announced end has passed', () => {
    const late = addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID });
    expect(owedBy(5, 'invitation', 6.9, ...sentNow, on(6, late))).toBe('invitation');
    expect(owedBy(5, 'invitation', 7, ...sentNow, on(6, late))).toBeUndefined();
  });

  it('is an automatic reminder until the next one is due', () => {
    const automatic = [...sentNow, on(1, reminded({ kind: 'day1' }))];
    expect(owedBy(5, 'reminder', 2.9, ...automatic)).toBe('reminder');
    expect(owedBy(5, 'reminder', 3, ...automatic)).toBeUndefined();
    const last = [...sentNow, on(6, reminded({ kind: 'day6' }))];
    expect(owedBy(5, 'reminder', 6.9, ...last)).toBe('reminder');
    expect(owedBy(5, 'reminder', 7, ...last)).toBeUndefined();
  });

  it('is a manual reminder while the link works; the end counts even if it is not recorded', () => {
    const manual = [...sentNow, on(3, reminded())];
    expect(owedBy(5, 'reminder', 6.9, ...manual)).toBe('reminder');
    expect(owedBy(5, 'reminder', 7, ...manual)).toBeUndefined();
  });

  it('is no reminder before its invitation was sent, and no cancellation of an invitation that nobody received', () => {
    expect(owedBy(4, 'reminder', 0, ...invitedNow, reminded())).toBeUndefined();
    expect(owedBy(4, 'cancellation', 0, ...invitedNow, cancelled())).toBeUndefined();
    expect(owedBy(4, 'cancellation', 1, ...invitedNow, cancelled(), invitationSent)).toBe('cancellation');
  });

  it('is a notice for one week', () => {
    expect(owedBy(5, 'cancellation', 6.9, ...sentNow, cancelled())).toBe('cancellation');
    expect(owedBy(5, 'cancellation', 7, ...sentNow, cancelled())).toBeUndefined();
  });

  it('is a link to continue as long as that link gives access', () => {
    const asked = [created, continueLinkRequested()];
    expect(owedBy(1, 'continue', 0.9, ...asked)).toBe('continue');
    expect(owedBy(1, 'continue', 1, ...asked)).toBeUndefined();
    expect(owedBy(1, 'continue', 0.1, ...asked, accessGrantedBy(1))).toBeUndefined();
  });

  it('is neither a mail of another kind nor one that another event owes', () => {
    expect(owedBy(3, 'reminder', 0, ...invitedNow)).toBeUndefined();
    expect(owedBy(2, 'invitation', 0, ...invitedNow)).toBeUndefined();
    expect(owedBy(3, '__proto__', 0, ...invitedNow)).toBeUndefined();
  });

  it('is listed together with all mails that its NDA owes', () => {
    const kinds = (...steps: readonly Step<NdaEvent>[]) =>
      owedMailsNow(storyOf(steps), day(0)).map(({ mail: { kind } }) => kind);
    expect(kinds(...invitedNow, continueLinkRequested(), reminded())).toEqual(['invitation', 'continue']);
    expect(kinds(...sentNow, noticeSent)).toEqual([]);
  });
});

describe('a mail that was owed until a time in the past', () => {
  const overdue = (revision: number, kind: string, days: number, ...steps: readonly Step<NdaEvent>[]) => {
    const story = storyOf(steps);
    return overdueMail(story, { eventId: story.events[revision]?.id ?? '', kind }, day(days))?.kind;
  };

  it('is overdue from that time on', () => {
    expect(overdue(3, 'invitation', 13.9, ...invitedNow)).toBeUndefined();
    expect(overdue(3, 'invitation', 14, ...invitedNow)).toBe('invitation');
    expect(overdue(3, 'invitation', 20, ...invitedNow)).toBe('invitation');
  });

  it('is not overdue if it was sent, if it is waiting, or if it belongs to another kind or event', () => {
    expect(overdue(3, 'invitation', 20, ...sentNow)).toBeUndefined();
    expect(overdue(4, 'cancellation', 20, ...invitedNow, cancelled())).toBeUndefined();
    expect(overdue(4, 'cancellation', 20, ...invitedNow, cancelled(), invitationSent)).toBe('cancellation');
    expect(overdue(3, 'reminder', 20, ...invitedNow)).toBeUndefined();
    expect(overdue(2, 'invitation', 20, ...invitedNow)).toBeUndefined();
  });
});
