import { join } from 'node:path';
import { readAsToday, readFixtures, wireTypesOf } from '../eventsourcing/journal/testing/fixtures.js';
import type { EventDeclaration } from '../eventsourcing/journal/event.js';
import { history } from './testing/given.js';
import { issued } from './testing/samples.js';
import { voucherUpcasters } from './upcasters.js';
import { voucherStream, type VoucherEvent } from './voucher.events.js';
import { voucherEvents } from './voucher.registry.js';
import { voucherDecider } from './voucher.decider.js';

const fixtures = readFixtures(join(__dirname, 'fixtures'));
const registry: Readonly<Record<string, EventDeclaration>> = voucherEvents;

/**
 * Returns the fields that every event of the type has. Leaves out fields that were added later, because they
 * may be absent.
 */
const always = (fields: readonly string[] = []): readonly string[] =>
  fields.filter((field) => !['tokenHash', 'eventId', 'eventHash'].includes(field)).toSorted();

describe('fixtures of every version', () => {
  it('exist, and no others', () =>
    expect([...fixtures.keys()].toSorted()).toEqual([...wireTypesOf(voucherEvents)].toSorted()));

  it.each([...fixtures])('%s is read as an event of the present version and folds', async (name, fixture) => {
    expect(fixture.type).toBe(name);
    const event = await readAsToday<VoucherEvent>(fixture, {
      upcasters: voucherUpcasters,
      stream: voucherStream('e'),
      revision: 1,
    });
    const declared = registry[event.type];
    expect(event.version).toBe(declared?.version);
    expect(Object.keys(event.open).toSorted()).toEqual(always(Object.keys(declared?.open ?? {})));
    expect(Object.keys(event.personal ?? {}).toSorted()).toEqual(
      always(Object.keys(declared?.personal ?? {})),
    );
    const before = history([issued]).reduce(voucherDecider.evolve, voucherDecider.initial);
    expect(voucherDecider.evolve(before, event)).toMatchObject({
      revision: 1,
      issued: true,
      lastAt: event.at,
    });
  });
});
