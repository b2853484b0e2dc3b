import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import { history } from '../testing/given.js';
import { oneOfEach } from '../testing/sample-histories.js';
import { handle, type HandlerPerEvent, type ValuePerEvent, valueFor } from './each-event.js';

const TYPES = Object.keys(oneOfEach) as NdaEvent['type'][];
const lengths = Object.fromEntries(TYPES.map((type) => [type, type.length])) as ValuePerEvent<number>;
const questions = Object.fromEntries(
  TYPES.map((type) => [type, ({ open }: NdaEvent, more: number) => Object.keys(open).length + more]),
) as unknown as HandlerPerEvent<[number], number>;

describe('a table by type of event', () => {
  it('has a value for each type', () => {
    expect(valueFor(lengths, 'NdaErased')).toBe(9);
    expect(history([oneOfEach.NdaErased]).map((event) => handle(questions, event, 10))).toEqual([11]);
  });

  it.each(['NoteAdded', 'constructor', '__proto__', ''])(
    'has no value for a type that this version does not know: %j',
    (type) => {
      expect(valueFor(lengths, type)).toBeUndefined();
      expect(handle(questions, { type, open: {} } as unknown as Recorded<NdaEvent>, 1)).toBeUndefined();
    },
  );
});
