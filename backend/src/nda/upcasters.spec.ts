import { join } from 'node:path';
import { ADDED_TERMS } from '@siegel/contracts/nda/term-fields';
import { readAsToday, readFixtures, wireTypesOf } from '../eventsourcing/journal/testing/fixtures.js';
import type { EventDeclaration } from '../eventsourcing/journal/event.js';
import { evolve } from './nda.evolve.js';
import { type NdaEvent, ndaStream } from './nda.events.js';
import { ndaEvents } from './nda.registry.js';
import { history, NDA_ID, ndaAfter } from './testing/given.js';
import { oneOfEach, remoteInvited } from './testing/sample-histories.js';
import { ndaUpcasters } from './upcasters.js';

const fixtures = readFixtures(join(__dirname, 'fixtures'));
const registry: Readonly<Record<string, EventDeclaration>> = ndaEvents;

const ADDED: { readonly [T in NdaEvent['type']]?: readonly string[] } = {
  NdaCreated: ADDED_TERMS,
  DeliveryFailed: ['pauseMs'],
  DocumentSealed: ['receipts'],
  NdaKeyDestroyed: ['eventId', 'eventHash'],
  MailFailed: ['pauseMs'],
  Party2Invited: ['linkId'],
  Party2AddressCorrected: ['linkId'],
  InvitationSent: ['expiresAt', 'address'],
  CreatorAccessGranted: ['link'],
  NoticeSent: ['address'],
  PaymentSucceeded: ['cardLastDigits'],
  PaymentChargedBack: ['disputes', 'undecided'],
};

/**
 * Returns the fields that every event of this type has. Leaves out fields that were added later, because an
 * older event may lack them.
 */
const always = (type: NdaEvent['type'], fields: readonly string[] = []): readonly string[] =>
  fields.filter((field) => ADDED[type]?.includes(field) !== true).toSorted();

/**
 * Returns one message for each field that only the registry or only the event has. The message says what to
 * do.
 */
function disagreements({ type, open, personal = {} }: NdaEvent): readonly string[] {
  const declared = registry[type];
  const parts = [
    { part: 'open', held: Object.keys(open), named: Object.keys(declared?.open ?? {}) },
    { part: 'personal', held: Object.keys(personal), named: Object.keys(declared?.personal ?? {}) },
  ];
  return parts.flatMap(({ part, held, named }) => {
    const [has, says] = [always(type, held), always(type, named)];
    const lacking = says.filter((field) => !has.includes(field));
    const unnamed = has.filter((field) => !says.includes(field));
    return [
      ...lacking.map(
        (field) =>
          `${type} has no ${part} field ${field}: an optional one is named in ADDED of nda/upcasters.spec.ts, any other is a new version of the event (CONTRIBUTING.md, 'Add an event')`,
      ),
      ...unnamed.map(
        (field) => `${type} has an ${part} field ${field} that nda.registry.ts does not declare`,
      ),
    ];
  });
}

describe('fixtures of every version', () => {
  it('exist, and no others', () =>
    expect([...fixtures.keys()].toSorted()).toEqual([...wireTypesOf(ndaEvents)].toSorted()));

  it.each([...fixtures])('%s is read as an event of the present version and folds', async (name, fixture) => {
    expect(fixture.type).toBe(name);
    const before = history(remoteInvited);
    const event = await readAsToday<NdaEvent>(fixture, {
      upcasters: ndaUpcasters,
      stream: ndaStream(NDA_ID),
      revision: before.length,
    });
    const declared = registry[event.type];
    expect(event.version).toBe(declared?.version);
    expect(disagreements(event)).toEqual([]);
    const state = evolve(ndaAfter(before), event);
    expect(state).toMatchObject({ revision: before.length, lastAt: event.at });
    expect(Object.values(state)).not.toContain(NaN);
  });
});

it('reports of mails of version 1 are about the document', async () => {
  const asToday = (name: string) => {
    const fixture = fixtures.get(name);
    if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
    return readAsToday<NdaEvent>(fixture, {
      upcasters: ndaUpcasters,
      stream: ndaStream(NDA_ID),
      revision: 5,
    });
  };
  expect((await asToday('MailDelivered.v1')).open).toMatchObject({ kind: 'document' });
  expect(await asToday('MailBounced.v1')).toMatchObject({
    open: { kind: 'document', permanent: true, code: 'bounced' },
    personal: { reason: expect.any(String) },
  });
});

it('the mail of an invitation of version 1 is read as accepted', async () => {
  const fixture = fixtures.get('InvitationSent.v1');
  if (fixture === undefined) throw new Error('there is no fixture InvitationSent.v1');
  const place = { upcasters: ndaUpcasters, stream: ndaStream(NDA_ID), revision: 5 };
  expect((await readAsToday<NdaEvent>(fixture, place)).open).toEqual({
    invitation: 1,
    messageId: 'invitation-1',
    fate: 'accepted',
  });
});

it('payments of version 1 are read without a consent, and their refunds as a total', async () => {
  const asToday = async (name: string) => {
    const fixture = fixtures.get(name);
    if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
    const place = { upcasters: ndaUpcasters, stream: ndaStream(NDA_ID), revision: 5 };
    return (await readAsToday<NdaEvent>(fixture, place)).open;
  };
  expect(await asToday('PaymentRequested.v1')).not.toHaveProperty('consentWording');
  expect(await asToday('PaymentRefunded.v1')).toEqual({
    paymentIntentId: 'pi_1',
    totalRefunded: 199,
    currency: 'EUR',
  });
});

describe('an old event whose sealed part is gone', () => {
  const agreementHash = 'a'.repeat(64);

  it.each(['NdaCreated.v1', 'Party1Signed.v1', 'Party2Signed.v1'])(
    'reveals nothing that was sealed: %s',
    (name) => {
      const today = ndaUpcasters[name]?.({ open: { agreementHash } });
      expect(Object.keys(today ?? {})).toEqual(['type', 'open']);
      expect(Object.values(today?.open ?? {})).not.toContain(agreementHash);
    },
  );

  it('reveals only the kind of a bounce', () =>
    expect(Object.keys(ndaUpcasters['MailBounced.v1']?.({ open: {} }) ?? {})).toEqual(['type', 'open']));

  it('keeps its sealed part as it was if its open part has no hash of the agreement', () => {
    const personal = { ideaTitle: 'Idea' };
    expect(ndaUpcasters['NdaCreated.v1']?.({ open: {}, personal })).toEqual({
      type: 'NdaCreated.v2',
      open: {},
      personal,
    });
  });
});

describe('the registry', () => {
  it.each(Object.values(oneOfEach).map((event) => [event.type, event] as const))(
    'declares the fields of %s, all and no more',
    (_, event) => expect(disagreements(event)).toEqual([]),
  );
  it('creates a key only with the first event', () =>
    expect(Object.keys(ndaEvents).filter((type) => registry[type]?.makesKey === true)).toEqual([
      'NdaCreated',
    ]));
});
