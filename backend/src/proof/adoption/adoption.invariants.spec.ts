import fc from 'fast-check';
import { placeName } from '../../eventsourcing/trust/place-names.js';
import { fifthUnlessAll } from '../../platform/testing/only-in-all.js';
import type { BrokenPlace } from './broken-places.js';
import { LogToAdopt, stripped } from '../testing/log-to-adopt.js';

const LABELS = ['a', 'b', 'c', 'd'] as const;
const label = fc.constantFrom(...LABELS);

/** A step by which the service, an older version, a restore or somebody who writes rows changes the log. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('older' as const), label, format: fc.constantFrom(1, 2) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('marked' as const), label }) },
  fc.record({ kind: fc.constant('adopt' as const) }),
  fc.record({ kind: fc.constant('lose' as const), label, events: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('strip' as const), label, at: fc.nat(5) }),
  fc.record({ kind: fc.constant('alter' as const), label, at: fc.nat(5) }),
  fc.record({ kind: fc.constant('delete' as const), label, at: fc.nat(5) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

describe('an adoption, whatever happened to the log', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());

  const eventsOf = (name: string) =>
    log.rows.filter(({ stream }) => stream.endsWith(name.charCodeAt(0).toString(16)));
  const take = async (one: Step): Promise<void> => {
    if (one.kind === 'adopt') return void (await log.adopt());
    if (one.kind === 'older') return void log.append(one.label, one.format === 1 ? 1 : 2);
    if (one.kind === 'marked') return void log.append(one.label, 'marked');
    const events = eventsOf(one.label);
    if (one.kind === 'lose') return log.lose(...events.slice(-one.events));
    const event = events[one.at];
    if (event === undefined) return;
    if (one.kind === 'strip') log.replace(event, stripped(event));
    else if (one.kind === 'alter') log.replace(event, { ...event, data: Buffer.from('{"open":{}}') });
    else log.rows = log.rows.filter((row) => row !== event);
  };
  const open = async (accept: readonly BrokenPlace[] = []): Promise<readonly BrokenPlace[]> => {
    const result = await log.adopt({ accept });
    return result.adopted ? [] : result.open;
  };

  it('takes exactly the named places, and then the service believes all that is not behind a closed one', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(), async (steps, chosen) => {
        await log.clear();
        for (const one of steps) await take(one);
        const broken = await open();
        expect(new Set(broken.map(placeName)).size).toBe(broken.length);
        const left = broken[broken.length === 0 ? 0 : chosen % broken.length];
        if (left !== undefined) {
          const others = broken.filter((place) => place !== left);
          expect((await open(others)).map(placeName)).toEqual([placeName(left)]);
        }
        expect(await open(broken)).toEqual([]);
        const believed = await log.believed();
        const closed = broken.filter(({ effect }) => effect === 'closed');
        for (const name of LABELS) {
          const events = eventsOf(name);
          const place = closed.find(({ stream }) => events[0]?.stream === stream);
          if (events.length > 0) expect(believed[name]).toBe(place?.revision ?? events.length);
        }
        expect(await log.adopt()).toMatchObject({ adopted: true, statement: undefined });
      }),
      { numRuns: fifthUnlessAll(150) },
    ));
});
