import { join } from 'node:path';
import { readAsToday, readFixtures, wireTypesOf } from '../eventsourcing/journal/testing/fixtures.js';
import { scenarios } from '../eventsourcing/journal/testing/given-when-then.js';
import { accessDecider, type RecordReading } from './access.decider.js';
import { type AccessEvent, accessStream } from './access.events.js';
import { accessEvents } from './access.registry.js';

const START = '2026-11-02T10:30:00.000Z';
const { given } = scenarios(accessDecider, 'session', START);
const [ONE, OTHER] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'];

const reading = (what: RecordReading['what'], ...ndaIds: string[]): RecordReading => ({
  role: 'admin',
  what,
  ndaIds,
});
const read = (what: RecordReading['what'], ...ndaIds: string[]): AccessEvent => ({
  type: 'PersonalDataRead',
  open: { role: 'admin', what, ndaIds },
});

describe('a reading', () => {
  it('is recorded with who, what and which', () => given().when(reading('nda', ONE)).then(read('nda', ONE)));

  it('of a single NDA is recorded once for each kind of view', () => {
    given(read('nda', ONE)).when(reading('nda', ONE)).thenNothing();
    given(read('nda', ONE)).when(reading('document', ONE)).then(read('document', ONE));
    given(read('nda', ONE)).when(reading('nda', OTHER)).then(read('nda', OTHER));
  });

  it('of a page is recorded each time, unless it shows nothing', () => {
    given(read('search', ONE)).when(reading('search', ONE)).then(read('search', ONE));
    given().when(reading('search')).thenNothing();
  });

  it('is recorded again in the next hour, whatever was read between', () => {
    const at = (time: string) => ({ ...accessDecider, at: time });
    const events = [read('nda', ONE), read('list', ONE, OTHER)];
    const state = events.reduce(
      (before, { open }) => accessDecider.evolve(before, { at: START, open } as never),
      accessDecider.initial,
    );
    const decide = (time: string) =>
      accessDecider.decide(reading('nda', ONE), state, at(time) as never).length;
    expect(decide('2026-11-02T10:59:59.999Z')).toBe(0);
    expect(decide('2026-11-02T11:00:00.000Z')).toBe(1);
    expect(decide('2026-11-03T10:30:00.000Z')).toBe(1);
  });

  it('of every version that there was is read and folds', async () => {
    const fixtures = readFixtures(join(__dirname, 'fixtures'));
    expect([...fixtures.keys()]).toEqual([...wireTypesOf(accessEvents)]);
    for (const fixture of fixtures.values()) {
      const event = await readAsToday<AccessEvent>(fixture, {
        upcasters: {},
        stream: accessStream('s'),
        revision: 0,
      });
      expect(Object.keys(event.open).toSorted()).toEqual(
        Object.keys(accessEvents[event.type].open).toSorted(),
      );
      expect(accessDecider.evolve(accessDecider.initial, event).hour).not.toBe('');
    }
  });
});
