import fc from 'fast-check';
import { ndaDecider } from '../nda/nda.decider.js';
import { history, NDA_ID, on, START } from '../nda/testing/given.js';
import { lives } from '../nda/testing/histories.js';
import { inPersonComplete, remoteInvited, remoteSigned } from '../nda/testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  created,
  erased,
  invited,
  NEXT_TOKEN,
  TOKEN,
} from '../nda/testing/samples.js';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { signingLinkProjection } from './signing-link.projection.js';
import type { SigningLinkRow } from './signing-link-row.js';

type Events = ReturnType<typeof history>;

const folded = (events: Events): SigningLinkRow | undefined =>
  events.reduce<SigningLinkRow | undefined>((row, event) => {
    const next = signingLinkProjection.fold(row, event);
    return typeof next === 'symbol' ? undefined : (next ?? row);
  }, undefined);

describe('the links of an NDA', () => {
  it('are those of its invitations', () => {
    expect(folded(history(remoteInvited))).toEqual({
      id: NDA_ID,
      revision: 3,
      tokenHashes: [TOKEN],
      usedAt: null,
    });
  });

  it('know when one was used', () => {
    expect(folded(history(remoteSigned))).toMatchObject({ tokenHashes: [TOKEN], usedAt: START });
    const later = '2026-11-03T08:00:00.000Z';
    const steps = remoteSigned.map((event) =>
      event.type === 'Party2Signed' ? { ...on(0, event), at: later } : event,
    );
    expect(folded(history(steps))?.usedAt).toBe(later);
  });

  it('stay known when another took their place', () => {
    const events = [
      ...remoteInvited,
      addressCorrected({ tokenHash: NEXT_TOKEN }),
      cancelled(),
      invited({ invitation: 2, tokenHash: '3' }),
    ];
    expect(folded(history(events))?.tokenHashes).toEqual([TOKEN, NEXT_TOKEN, '3']);
  });

  it('are none while nobody was invited', () => {
    expect(folded(history([created]))).toBeUndefined();
    expect(folded(history(inPersonComplete))).toBeUndefined();
    expect(folded(history([...inPersonComplete.slice(0, 2), addressCorrected()]))).toBeUndefined();
  });

  it('go with the NDA', () => {
    expect(folded(history([...remoteSigned, erased]))).toBeUndefined();
  });

  it('are changed by no event that the projection does not ask for', () => {
    const { only = [], fold } = signingLinkProjection;
    const row: SigningLinkRow = { id: NDA_ID, revision: 3, tokenHashes: [TOKEN], usedAt: null };
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        for (const { event } of happenings)
          if (!only.includes(event.type)) expect(fold(row, event)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('lead to each NDA whose stream knows the token, in every life and without its payload', () => {
    fc.assert(
      fc.property(lives, ({ happenings, end }) => {
        const events = happenings.map(({ event }) => event);
        const row = folded(events);
        expect(folded(events.map(erasedCopy))).toEqual(row);
        if (end.erasedAt !== null) return;
        const known = [
          end.invitation?.tokenHash,
          end.party2?.tokenHash,
          ...end.closedLinks.map(({ tokenHash }) => tokenHash),
        ].filter((one) => typeof one === 'string');
        expect(row?.tokenHashes ?? []).toEqual(expect.arrayContaining(known));
        expect(row?.usedAt ?? null).toBe(typeof end.party2?.tokenHash === 'string' ? end.party2.at : null);
        expect(events.reduce(ndaDecider.evolve, ndaDecider.initial).revision).toBe(end.revision);
      }),
      { numRuns: 200 },
    );
  });
});
