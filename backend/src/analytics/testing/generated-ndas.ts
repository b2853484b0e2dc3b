import fc from 'fast-check';
import { DAY_MS } from '@siegel/contracts/limits';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { recorded } from '../../eventsourcing/journal/testing/recorded.js';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { START } from '../../nda/testing/given.js';
import { type RandomHistory, randomHistories } from '../../nda/testing/histories.js';

export type History = readonly Recorded<NdaEvent>[];

/** The two Sundays on which the clocks change in Berlin in 2026. */
const CLOCK_CHANGES = ['2026-03-29', '2026-10-25'] as const;
const MINUTE_MS = 60_000;
/** Maximum number of drafts before the last NDA of a chain. Each draft is replaced by the next one. */
const REPLACED_MAX = 3;

interface Drawn {
  readonly life: RandomHistory;
  readonly change: (typeof CLOCK_CHANGES)[number];
  readonly days: number;
  readonly minutes: number;
  readonly replaced: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  life: randomHistories,
  change: fc.constantFrom(...CLOCK_CHANGES),
  days: fc.integer({ min: -2, max: 2 }),
  // Minute of the day in UTC. Half of the draws are limited to 21:30 and later, because the next day begins
  // in Berlin at 22:00 or 23:00 UTC.
  minutes: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1290, max: 1439 })),
  replaced: fc.constantFrom(0, 0, 0, 1, REPLACED_MAX),
});

/**
 * Each history is moved in time, so that one of its events is in the days around a clock change. The type of
 * this event is the first type in this list that occurs in the history.
 */
const ANCHORS: readonly NdaEvent['type'][] = [
  'NdaCompleted',
  'PaymentSucceeded',
  'VoucherApplied',
  'NdaCreated',
];
const anchorOf = ({ steps }: RandomHistory): string =>
  ANCHORS.map((type) => steps.find(({ event }) => event.type === type)?.event.at).find(
    (at) => at !== undefined,
  ) ?? START;

/**
 * Returns the id of the nth NDA. The ids are in the order of creation. They are valid UUIDs, but not of the
 * kind that the service makes.
 */
const idOf = (number: number): string => `01930000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/**
 * Returns NDAs with random histories around both clock changes, including the drafts that some of them
 * replaced. The same seed gives the same NDAs.
 */
export function generatedNdas(count: number, seed: number): readonly History[] {
  const histories: History[] = [];
  for (const one of fc.sample(drawn, { numRuns: count, seed })) {
    if (histories.length >= count) break;
    histories.push(...chainOf(one, histories.length + 1));
  }
  return histories.slice(0, count);
}

function chainOf({ life, change, days, minutes, replaced }: Drawn, first: number): History[] {
  const anchor = Date.parse(`${change}T00:00:00.000Z`) + days * DAY_MS + minutes * MINUTE_MS;
  const begin = anchor - (Date.parse(anchorOf(life)) - Date.parse(START));
  const moved = (at: string): string => new Date(begin + Date.parse(at) - Date.parse(START)).toISOString();
  const ids = Array.from({ length: replaced + 1 }, (_, index) => idOf(first + index));
  const chain = ids[0] ?? '';
  const creation = life.steps[0]?.event as Recorded<Extract<NdaEvent, { type: 'NdaCreated' }>>;
  const created = (index: number, at: string): Recorded<NdaEvent> =>
    recorded<NdaEvent>(
      { type: 'NdaCreated', open: { ...creation.open, chain, replaces: ids[index - 1] ?? null } },
      { stream: ndaStream(ids[index] ?? ''), revision: 0, at },
    );
  // Each draft is replaced after nine hours, so that some chains begin on an earlier day.
  const drafts = ids.slice(0, -1).map((id, index): History => {
    const at = new Date(begin - (replaced - index) * 9 * 60 * MINUTE_MS).toISOString();
    const replacedAt = new Date(begin - (replaced - index - 1) * 9 * 60 * MINUTE_MS).toISOString();
    const discarded: NdaEvent = {
      type: 'NdaDiscarded',
      open: { replacedBy: ids[index + 1] ?? null, reason: 'replaced' },
    };
    return [created(index, at), recorded(discarded, { stream: ndaStream(id), revision: 1, at: replacedAt })];
  });
  const last: History = life.steps.map(({ event }, revision) =>
    revision === 0
      ? created(replaced, moved(event.at))
      : { ...event, stream: ndaStream(ids[replaced] ?? ''), at: moved(event.at) },
  );
  return [...drafts, last];
}
