import fc from 'fast-check';
import { ndaDecider } from '../nda.decider.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import { contextAt, recorded } from '../../eventsourcing/journal/testing/recorded.js';
import { day, history, ndaAfter, on, stateAfter } from '../testing/given.js';
import { randomHistories } from '../testing/histories.js';
import {
  corrected,
  invitationSentLate,
  remoteInvited,
  remoteSent,
  remoteSigned,
  splitSent,
} from '../testing/sample-histories.js';
import {
  cancelled,
  declined,
  discarded,
  erased,
  invitationSent,
  noticeSent,
  reminded,
} from '../testing/samples.js';
import { actDue, nextDue } from './due-act.js';

/**
 * Returns the acts that become due after these events, each with its day. Checks every `every` days, from day
 * `from` up to day 20.
 */
function done(steps: Parameters<typeof history>[0], every: number, from = 0): string[] {
  let state = ndaAfter(history(steps));
  const acts: string[] = [];
  for (let days = from; days <= 20; days += every) {
    const act = actDue(state, day(days));
    if (act === undefined) continue;
    state = after(state, day(days));
    acts.push(`${act.type === 'RemindParty2' ? act.kind : 'expired'} on ${days}`);
  }
  return acts;
}

/** Returns the state after all acts that are due at that time. */
function after(state: NdaState, at: string): NdaState {
  const act = actDue(state, at);
  if (act === undefined) return state;
  const events: readonly NdaEvent[] = ndaDecider.decide(act, state, contextAt(at));
  expect(events).not.toEqual([]);
  const next = events.reduce(
    (before, event) =>
      ndaDecider.evolve(before, recorded(event, { stream: 'nda-1', revision: before.revision + 1, at })),
    state,
  );
  return after(next, at);
}

describe('the act due for an invitation', () => {
  it('is a reminder on days one, three and six, and the expiry on the seventh', () => {
    expect(done(remoteSent, 0.25)).toEqual(['day1 on 1', 'day3 on 3', 'day6 on 6', 'expired on 7']);
  });

  it('does not exist after signature, cancellation and erasure', () => {
    expect(done(remoteSigned, 0.25)).toEqual([]);
    expect(done([...remoteSent, cancelled()], 0.25)).toEqual([]);
    expect(done([...remoteSent, erased], 0.25)).toEqual([]);
    expect(done([...remoteSent, discarded], 0.25)).toEqual([]);
  });

  it('is only the expiry if reminders are declined', () => {
    expect(done([...remoteSent, declined()], 0.25)).toEqual(['expired on 7']);
    expect(
      done([...remoteSent, on(1, reminded({ kind: 'day1', manualCount: 0 })), on(2, declined())], 0.25, 2),
    ).toEqual(['expired on 7']);
  });

  it('does not exist for two weeks while no mail server accepts the invitation', () => {
    expect(done(remoteInvited, 0.25)).toEqual(['expired on 14']);
    expect(done([...remoteInvited, on(2, invitationSentLate)], 0.25, 2)).toEqual([
      'day1 on 3',
      'day3 on 5',
      'day6 on 8',
      'expired on 9',
    ]);
  });

  it('waits for the mail to a corrected address; only the expiry comes at its own time', () => {
    expect(done([...remoteSent, on(2, corrected[0] as NdaEvent)], 0.25, 2)).toEqual(['expired on 7']);
  });

  it('is at least a day after a mail that was sent late', () => {
    const late = [...remoteSent, on(1, reminded({ kind: 'day1', manualCount: 0 })), on(2.5, noticeSent)];
    expect(done(late, 0.25, 2.5)).toEqual(['day3 on 3.5', 'day6 on 6', 'expired on 7']);
  });

  it('is a single reminder after a jump of the clock; later ones come at their own time', () => {
    expect(done(remoteSent, 0.25, 3.5)).toEqual(['day3 on 3.5', 'day6 on 6', 'expired on 7']);
    expect(done(splitSent, 0.25, 10)).toEqual(['expired on 10']);
    // No invitation mail was accepted before the clock jumped, so the seven days begin only when the mail is
    // accepted.
    const afterJump: NdaEvent = { ...invitationSent, open: { ...invitationSent.open, expiresAt: day(17) } };
    expect(done([...remoteInvited, on(10, afterJump)], 0.25, 10)).toEqual([
      'day1 on 11',
      'day3 on 13',
      'day6 on 16',
      'expired on 17',
    ]);
  });
});

describe('the time of the next due act', () => {
  it('skips a reminder that was not sent within its time', () => {
    const state = stateAfter(...remoteSent);
    expect(nextDue(state, day(0.5))).toBe(day(1));
    expect(nextDue(state, day(2.9))).toBe(day(1));
    expect(nextDue(state, day(3))).toBe(day(3));
    expect(nextDue(stateAfter(...remoteInvited), day(3))).toBe(day(14));
    expect(nextDue(stateAfter(...remoteSigned), day(3))).toBeNull();
  });

  it('in any history is now if an act is due now, and once that act is done it is not in the past', () => {
    fc.assert(
      fc.property(
        randomHistories,
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.integer({ min: 0, max: 60 }),
        ({ steps, end }, days, nth) => {
          const state = steps[nth]?.before ?? end;
          if (state.lastAt === '') return;
          const at = new Date(Date.parse(state.lastAt) + days * 24 * 60 * 60 * 1000).toISOString();
          const next = nextDue(state, at);
          expect(next !== null && next <= at).toBe(actDue(state, at) !== undefined);
          const then = nextDue(after(state, at), at);
          expect(then === null || then > at).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
