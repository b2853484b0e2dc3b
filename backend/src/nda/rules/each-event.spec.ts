import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import { history } from '../testing/given.js';
import { oneOfEach } from '../testing/sample-histories.js';
import { askedOf, type AskedOfEachEvent, type ForEachEvent, forEvent } from './each-event.js';

const TYPES = Object.keys(oneOfEach) as NdaEvent['type'][];
const lengths = Object.fromEntries(TYPES.map((type) => [type, type.length])) as ForEachEvent<number>;
const questions = Object.fromEntries(
  TYPES.map((type) => [type, ({ open }: NdaEvent, more: number) => Object.keys(open).length + more]),
) as unknown as AskedOfEachEvent<[number], number>;

describe('a table by type of event', () => {
  it('has a value for each type', () => {
    expect(forEvent(lengths, 'NdaErased')).toBe(9);
    expect(history([oneOfEach.NdaErased]).map((event) => askedOf(questions, event, 10))).toEqual([11]);
  });

  it.each(['NoteAdded', 'constructor', '__proto__', ''])(
    'has no value for a type that this version does not know: %j',
    (type) => {
      expect(forEvent(lengths, type)).toBeUndefined();
      expect(askedOf(questions, { type, open: {} } as unknown as Recorded<NdaEvent>, 1)).toBeUndefined();
    },
  );
});
