import { history, idOf } from './testing/given.js';
import * as sample from './testing/samples.js';
import { causeOf } from './cause.js';
import type { NdaEvent } from './nda.events.js';
import type { Actor } from '../eventsourcing/journal/event.js';

const cause = (event: NdaEvent, actor: Actor = 'system', causedBy: string | null = null) => {
  const [recorded] = history([event]);
  if (recorded === undefined) throw new Error('no event');
  return causeOf({ ...recorded, actor, causedBy });
};

const byRetention: NdaEvent = { type: 'NdaErased', open: { reason: 'retention' } };

describe('the cause of an event', () => {
  it.each<[string, NdaEvent, Actor, string | null, ReturnType<typeof cause>]>([
    ['a party', sample.party1Signed(), 'party1', null, { by: 'person', eventId: null }],
    ['somebody with a link', sample.opened(), 'anybody', null, { by: 'person', eventId: null }],
    ['the operator', sample.erased, 'admin', null, { by: 'operator', eventId: null }],
    ['the operator as auditor', sample.erased, 'auditor', null, { by: 'operator', eventId: null }],
    ['the payment provider', sample.paid(1), 'system', null, { by: 'provider', eventId: null }],
    [
      'the mail provider, for a report about a recorded mail',
      sample.mailBounced,
      'system',
      idOf(4),
      { by: 'provider', eventId: idOf(4) },
    ],
    ['the clock', sample.expired, 'system', null, { by: 'clock', eventId: null }],
    ['the clock, for a discarded draft', sample.discarded, 'system', null, { by: 'clock', eventId: null }],
    ['the clock, for an erasure by retention', byRetention, 'system', null, { by: 'clock', eventId: null }],
    [
      'the clock, for money that came for an expired invitation',
      sample.refundDue(199, { reason: 'expired' }),
      'system',
      null,
      { by: 'clock', eventId: null },
    ],
    [
      'the payment provider, for an excess',
      sample.refundDue(1),
      'system',
      null,
      { by: 'provider', eventId: null },
    ],
    [
      'another event, for a fact that names it',
      sample.paid(1),
      'system',
      idOf(3),
      { by: 'event', eventId: idOf(3) },
    ],
    [
      'another event through a reaction',
      sample.documentSent(1),
      'system',
      idOf(7),
      { by: 'event', eventId: idOf(7) },
    ],
  ])('is %s', (_who, event, actor, causedBy, expected) => {
    expect(cause(event, actor, causedBy)).toEqual(expected);
  });

  it('is derived from its metadata alone if the type of the event is unknown', () => {
    const unknown = { type: 'constructor', open: {}, actor: 'system', causedBy: null } as const;
    expect(causeOf(unknown)).toEqual({ by: 'event', eventId: null });
    expect(causeOf({ ...unknown, actor: 'party2' })).toEqual({ by: 'person', eventId: null });
  });
});
