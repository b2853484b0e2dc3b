import fc from 'fast-check';
import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { opensNda } from '../nda/rules/creator.js';
import { documentBasisOf, documentIsOwed, isComplete, isCompleteAndPaid } from '../nda/rules/document.js';
import { isUnsigned } from '../nda/rules/draft.js';
import { awaitsSignature, isAwaitingSignature } from '../nda/rules/invitation.js';
import { history, ndaAfter } from '../nda/testing/given.js';
import { lives } from '../nda/testing/histories.js';
import * as sample from '../nda/testing/samples.js';
import { ndaProjection } from './nda.projection.js';

/** Rules that are asked of a row and of the stream's state must get one answer. */
function expectOneAnswer(events: readonly Recorded<NdaEvent>[]): void {
  const row = foldStream(ndaProjection, events);
  const state = ndaAfter(events);
  expect(row === undefined).toBe(state.erasedAt !== null);
  if (row === undefined) return;
  const basis = documentBasisOf(state);
  expect([isComplete(row), isCompleteAndPaid(row), documentIsOwed(row)]).toEqual([
    isComplete(basis),
    isCompleteAndPaid(basis),
    documentIsOwed(basis),
  ]);
  // What SQL asks for where it looks for drafts.
  expect(row.status === 'draft').toBe(isUnsigned(state));
  expect(row.discarded).toBe(state.discarded);
  expect(awaitsSignature(row.invitationStatus)).toBe(isAwaitingSignature(state));
  for (const key of [sample.CREATOR, sample.hashOf('9'), sample.hashOf('8')])
    expect(opensNda(key, row)).toBe(opensNda(key, state));
}

describe('a row and the state of its stream', () => {
  const { created, discarded, accessGranted, documentSent, erased, inPersonSealed, sent } = sample;
  const both = [...inPersonSealed, documentSent(1), documentSent(2), sent];

  it.each([
    ['a draft', [created]],
    ['a discarded draft', [created, discarded]],
    ['a second browser', [created, accessGranted]],
    ['signed by both', sample.inPersonComplete],
    ['paid', sample.inPersonPaid],
    ['sent', both],
    ['invited', sample.remoteInvited],
    ['cancelled', [...sample.remoteInvited, sample.cancelled()]],
    ['signed by link', sample.remoteSigned],
    ['erased', [...both, erased]],
  ])('answer every rule that is asked of both alike: %s', (_, events) => expectOneAnswer(history(events)));

  it('do so in any life', () =>
    fc.assert(fc.property(lives, ({ happenings }) => expectOneAnswer(happenings.map(({ event }) => event)))));
});
