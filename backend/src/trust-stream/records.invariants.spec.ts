import fc from 'fast-check';
import { contextAt, recorded } from '../eventsourcing/journal/testing/recorded.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { RecordsCommand } from './records.commands.js';
import { recordsDecider } from './records.decider.js';
import { KEPT_MAX } from './rules/bounds.js';
import {
  CLOSED,
  DISPUTE,
  HOLD,
  keep,
  keyNo,
  LIFTED,
  MAIL,
  PAYMENT,
  START,
  keyDestroyed,
  restored,
} from './testing/samples.js';
import type { EndedKeyDestroyed, RecordsEvent, StreamRestored } from './trust.events.js';

/** Ids as the histories below give them. */
const idAt = (revision: number): string => keyNo(1000 + revision);

const commands: fc.Arbitrary<RecordsCommand> = fc.oneof(
  fc
    .record({ report: fc.constantFrom(PAYMENT, MAIL, DISPUTE, HOLD, LIFTED), key: fc.nat(40) })
    .map(({ report, key }) => keep(report, keyNo(key))),
  fc.nat(40).map(
    (revision): RecordsCommand => ({
      type: 'NoteReportAppended',
      eventId: idAt(revision),
      outcome: 'appended',
    }),
  ),
  fc.option(fc.nat(9)).map(
    (revision): RecordsCommand => ({
      type: 'RecordEnded',
      stream: CLOSED,
      last: revision === null ? null : { revision, hash: 'ab'.repeat(32) },
      fault: 'mac',
      reason: 'lost',
    }),
  ),
  fc.constantFrom<RecordsCommand>(
    { type: 'RecordRestored', ...(restored as StreamRestored).open },
    {
      type: 'CallForEndedKey',
      stream: CLOSED,
      reason: 'over',
      isHeld: false,
      countedUntil: null,
      isAgain: false,
    },
    { type: 'CloseEndedObligation', stream: CLOSED, about: keyNo(7) },
    { type: 'RecordEndedKeyDestroyed', ...(keyDestroyed as EndedKeyDestroyed).open },
    { type: 'BeginPart', part: 2, before: null, reason: 'again' },
  ),
);

/** Returns the events that the commands cause, as one stream. */
function lived(all: readonly RecordsCommand[]): readonly Recorded<RecordsEvent>[] {
  const events: Recorded<RecordsEvent>[] = [];
  let state = recordsDecider.initial;
  for (const command of all) {
    let decided: readonly RecordsEvent[] = [];
    try {
      decided = recordsDecider.decide(command, state, contextAt(START));
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
    }
    for (const event of decided) {
      const revision = events.length;
      const stored = {
        ...recorded(event, { stream: 'trust-of-x', revision, at: START }),
        id: idAt(revision),
      };
      events.push(stored);
      state = recordsDecider.evolve(state, stored);
    }
  }
  return events;
}

describe('any history of records about a stream', () => {
  const of = (events: readonly Recorded<RecordsEvent>[], type: RecordsEvent['type']) =>
    events.filter((event) => event.type === type);

  it('keeps each report once while it waits, ends each once, and stays within the limits', () =>
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (all) => {
        const events = lived(all);
        let waiting = recordsDecider.initial;
        for (const event of events) {
          waiting = recordsDecider.evolve(waiting, event);
          expect(new Set(waiting.open.map(({ key }) => key)).size).toBe(waiting.open.length);
          for (const [kind, max] of Object.entries(KEPT_MAX))
            expect(waiting.open.filter(({ report }) => report.kind === kind).length).toBeLessThanOrEqual(max);
        }
        const ends = of(events, 'ReportAppended').map(({ open }) => (open as { eventId: string }).eventId);
        expect(new Set(ends).size).toBe(ends.length);
        const state = events.reduce(recordsDecider.evolve, recordsDecider.initial);
        const open = of(events, 'ReportKept').filter(({ id }) => !ends.includes(id));
        expect(state.open.map(({ eventId }) => eventId)).toEqual(open.map(({ id }) => id));
      }),
    ));

  it('ends a stream again only at an earlier place, and destroys the key only after its end', () =>
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (all) => {
        const events = lived(all);
        const types = events.map(({ type }) => type);
        const lengths = events.flatMap((one) =>
          one.type === 'StreamEnded' ? [(one.open.last?.revision ?? -1) + 1] : [],
        );
        expect(lengths).toEqual([...new Set(lengths)].toSorted((one, other) => other - one));
        const end = types.indexOf('StreamEnded');
        const destroyed = types.indexOf('EndedKeyDestroyed');
        const due = types.indexOf('EndedKeyDue');
        if (due >= 0) expect(end >= 0 && end < due).toBe(true);
        if (destroyed >= 0) expect(end >= 0 && end < destroyed).toBe(true);
        if (types.includes('PartBegun')) expect(types.indexOf('PartBegun')).toBe(0);
      }),
    ));
});
