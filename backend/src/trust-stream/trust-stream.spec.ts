import { join } from 'node:path';
import { EventTypes } from '../eventsourcing/journal/event-types.js';
import { scenarios } from '../eventsourcing/journal/testing/given-when-then.js';
import { readAsToday, readFixtures, wireTypesOf } from '../eventsourcing/journal/testing/fixtures.js';
import { logDecider } from './log.decider.js';
import { recordsDecider } from './records.decider.js';
import { begun, CLOSED, START } from './testing/samples.js';
import { type LogEvent, logPartOf, logStream, recordsPartOf, recordsStream } from './trust.events.js';
import type { RecordsEvent } from './trust.events.js';
import { REASON_MAX, trustEvents } from './trust.registry.js';

describe("the log's own stream", () => {
  const { given } = scenarios(logDecider, logStream(1), START);
  const event: LogEvent = { type: 'LogBegun', open: begun };

  it('begins once, with the identity and the origin of the log', () => {
    given()
      .when({ type: 'BeginLog', ...begun })
      .then(event);
    given(event)
      .when({ type: 'BeginLog', ...begun, origin: 'other.example/log' })
      .thenNothing();
  });
});

describe('the names of the parts', () => {
  it.each([
    [recordsStream(CLOSED), { stream: CLOSED, part: 1 }],
    [recordsStream(CLOSED, 2), { stream: CLOSED, part: 2 }],
    ['trust-of-trust-1', { stream: 'trust-1', part: 1 }],
    [`${recordsStream(CLOSED)}.1`, undefined],
    [`${recordsStream(CLOSED)}.0`, undefined],
    [`${recordsStream(CLOSED)}.02`, undefined],
    ['trust-of-', undefined],
    ['trust-1', undefined],
    [CLOSED, undefined],
  ])('of records: %s', (name, part) => expect(recordsPartOf(name)).toEqual(part));

  it.each([
    [logStream(1), 1],
    [logStream(12), 12],
    ['trust-0', undefined],
    ['trust-01', undefined],
    ['trust-1.2', undefined],
    [recordsStream(CLOSED), undefined],
  ])('of the log: %s', (name, part) => expect(logPartOf(name)).toBe(part));
});

describe('the events', () => {
  const fixtures = readFixtures(join(__dirname, 'fixtures'));
  const types = new EventTypes([trustEvents]);

  it('have a fixture of every version, and there are no others', () =>
    expect([...fixtures.keys()].toSorted()).toEqual([...wireTypesOf(trustEvents)].toSorted()));

  it.each([...fixtures])('%s is read as the current version of the event, and folds', async (_, fixture) => {
    const event = await readAsToday<LogEvent | RecordsEvent>(fixture, {
      upcasters: {},
      stream: 'trust-of-x',
      revision: 0,
    });
    expect(types.understands({ ...event, isSealed: false })).toBe(true);
    expect(Object.keys(event.open).toSorted()).toEqual(Object.keys(trustEvents[event.type].open).toSorted());
    if (event.type === 'LogBegun') expect(logDecider.evolve(logDecider.initial, event).begun).not.toBeNull();
    else expect(recordsDecider.evolve(recordsDecider.initial, event)).not.toEqual(recordsDecider.initial);
  });

  it.each(['', 'two\nlines', 'x'.repeat(REASON_MAX + 1)])('have no reason like %j', (reason) =>
    expect(() => types.check({ type: 'PartBegun', open: { part: 2, before: null, reason } })).toThrow(
      'reason',
    ),
  );

  it('mark the end of another stream without saying more', () =>
    expect(types.check({ type: 'StreamEnded', open: {} }).wireType).toBe('StreamEnded.v1'));
});
