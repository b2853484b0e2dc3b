import { day, stateAfter } from '../testing/given.js';
import { cancelled, reminded, remoteInvited } from '../testing/samples.js';
import { dueReminders } from './reminder.js';

describe('an open invitation', () => {
  it('names the reminders whose time has come', () => {
    const first = reminded({ kind: 'day1', manualCount: 0 });
    expect(dueReminders(stateAfter(...remoteInvited), day(0.9))).toEqual([]);
    expect(dueReminders(stateAfter(...remoteInvited), day(4))).toEqual(['day1', 'day3']);
    expect(dueReminders(stateAfter(...remoteInvited, first), day(4))).toEqual(['day3']);
    expect(dueReminders(stateAfter(...remoteInvited), day(7))).toEqual([]);
    expect(dueReminders(stateAfter(...remoteInvited, cancelled()), day(4))).toEqual([]);
  });
});
