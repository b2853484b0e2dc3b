import { join } from 'node:path';
import type { EventDeclaration } from '../../eventsourcing/journal/event.js';
import { readAsToday, readFixtures, wireTypesOf } from '../../eventsourcing/journal/testing/fixtures.js';
import { history } from './testing/given.js';
import { declared } from './testing/samples.js';
import { withdrawalUpcasters } from './upcasters.js';
import { withdrawalDecider } from './withdrawal.decider.js';
import { withdrawalStream, type WithdrawalEvent } from './withdrawal.events.js';
import { withdrawalEvents } from './withdrawal.registry.js';

const fixtures = readFixtures(join(__dirname, 'fixtures'));
const registry: Readonly<Record<string, EventDeclaration>> = withdrawalEvents;

/**
 * Returns the members that every event of the type has. Leaves out members that were added later, because
 * they may be missing.
 */
const always = (fields: readonly string[] = []): readonly string[] =>
  fields.filter((field) => !['eventId', 'eventHash'].includes(field)).toSorted();

describe('fixtures of every version', () => {
  it('exist, and no others', () =>
    expect([...fixtures.keys()].toSorted()).toEqual([...wireTypesOf(withdrawalEvents)].toSorted()));

  it.each([...fixtures])(
    '%s is read as the current version of the event and folds',
    async (name, fixture) => {
      expect(fixture.type).toBe(name);
      const event = await readAsToday<WithdrawalEvent>(fixture, {
        upcasters: withdrawalUpcasters,
        stream: withdrawalStream('e'),
        revision: 1,
      });
      const type = registry[event.type];
      expect(event.version).toBe(type?.version);
      expect(Object.keys(event.open).toSorted()).toEqual(always(Object.keys(type?.open ?? {})));
      expect(Object.keys(event.personal ?? {}).toSorted()).toEqual(
        Object.keys(type?.personal ?? {}).toSorted(),
      );
      const before = history([declared]).reduce(withdrawalDecider.evolve, withdrawalDecider.initial);
      expect(withdrawalDecider.evolve(before, event)).not.toEqual(before);
    },
  );
});
