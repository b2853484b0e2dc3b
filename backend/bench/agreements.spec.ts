import { actDue } from '#src/nda/rules/due-act';
import type { NdaEvent } from '#src/nda/nda.events';
import { invitationIsOwed } from '#src/nda/rules/invitation';
import { openIntents } from '#src/nda/rules/payment';
import { day, history, ndaAfter } from '#src/nda/testing/given';
import { agreement, EVENTS_EACH, LOOKED, OPEN, PAID, SIGNED, undisturbed } from './agreements.js';

describe('an agreement of the bench', () => {
  it('is in the right state after each number of events', () => {
    const { events } = agreement();
    const last = [SIGNED, OPEN, PAID, LOOKED, EVENTS_EACH].map((count) => events[count - 1]?.type);
    expect(last).toEqual([
      'Party1Signed',
      'PaymentIntentOpened',
      'PaymentSucceeded',
      'InvitationOpened',
      'NdaSent',
    ]);
    expect(events).toHaveLength(EVENTS_EACH);
    expect(ndaAfter(history(events)).status).toBe('sent');
  });
});

describe('the acts on an undisturbed agreement', () => {
  const { agreement: made, acts } = undisturbed();
  const all: readonly NdaEvent[] = acts.flat();

  it('contain each of its events once', () => {
    expect(new Set(all)).toEqual(new Set(made.events));
    expect([all.length, made.events.length]).toEqual([EVENTS_EACH, EVENTS_EACH]);
  });

  it('give no reaction a reason to append to the same stream', () => {
    const ends = acts.map((_, n) => acts.slice(0, n + 1).flat().length);
    const left = ends.map((end) => {
      const state = ndaAfter(history(all.slice(0, end)));
      const mails = state.owedMails.owed.filter(({ waits }) => waits !== true);
      const intents = openIntents(state, 1).filter(({ provider }) => provider === 'sandbox');
      return { invites: invitationIsOwed(state), mails, intents, due: actDue(state, day(1)) };
    });
    const nothing = { invites: false, mails: [], intents: [], due: undefined };
    expect(left).toEqual(ends.map(() => nothing));
  });
});
