import { actDue } from '#src/nda/rules/due-act';
import type { NdaEvent } from '#src/nda/nda.events';
import { invitationIsOwed } from '#src/nda/rules/invitation';
import { openIntents } from '#src/nda/rules/payment';
import { day, history, ndaAfter } from '#src/nda/testing/given';
import { EVENTS_EACH, undisturbedNda } from './true-ndas.js';

describe('the appends of an NDA that nothing disturbs', () => {
  const { acts, appends } = undisturbedNda();
  const all = appends.flat();

  it('are all that happens to it, once', () => {
    const { created, signed, paying, inviting, ending } = acts;
    const acted: NdaEvent[] = [created, signed, ...paying, ...inviting, ...ending];
    expect(new Set(all)).toEqual(new Set(acted));
    expect([all.length, acted.length]).toEqual([EVENTS_EACH, EVENTS_EACH]);
  });

  it('leave nothing to a reaction that would append to the same stream', () => {
    const ends = appends.map((_, n) => appends.slice(0, n + 1).flat().length);
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
