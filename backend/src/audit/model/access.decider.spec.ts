import { join } from 'node:path';
import { readAsToday, readFixtures, wireTypesOf } from '../../eventsourcing/journal/testing/fixtures.js';
import { scenarios } from '../../eventsourcing/journal/testing/given-when-then.js';
import { accessDecider, type EndSession, type RecordReading } from './access.decider.js';
import { type AccessEvent, accessStream, type SessionEnd } from './access.events.js';
import { accessEvents, SESSION_ENDS } from './access.registry.js';

const START = '2026-11-02T10:30:00.000Z';
const { given } = scenarios(accessDecider, 'session', START);
const [ONE, OTHER] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'];

const reading = (what: RecordReading['what'], ...ndaIds: string[]): RecordReading => ({
  type: 'RecordReading',
  role: 'admin',
  what,
  ndaIds,
});
const read = (what: RecordReading['what'], ...ndaIds: string[]): AccessEvent => ({
  type: 'PersonalDataRead',
  open: { role: 'admin', what, ndaIds },
});
const began: AccessEvent = { type: 'SessionBegan', open: { role: 'admin' } };
const ended = (by: SessionEnd): AccessEvent => ({ type: 'SessionEnded', open: { by } });
const end = (by: SessionEnd): EndSession => ({ type: 'EndSession', by });

describe('a session', () => {
  it('begins once, and never again after its end', () => {
    const begin = { type: 'BeginSession', role: 'auditor' } as const;
    given()
      .when(begin)
      .then({ type: 'SessionBegan', open: { role: 'auditor' } });
    given(began).when(begin).thenNothing();
    given(began, ended('logout')).when(begin).thenNothing();
  });

  it.each(['logout', 'login', 'password'] as const)('ends once by %s', (by) => {
    given(began).when(end(by)).then(ended(by));
    given(began, ended('logout')).when(end(by)).thenNothing();
  });

  it('that never began does not end', () => {
    for (const by of SESSION_ENDS) given().when(end(by)).thenNothing();
    given(read('nda', ONE)).when(end('logout')).thenNothing();
  });

  it('ends by time when its stream has had no event for two hours, or when it is twelve hours old', () => {
    given(began).when(end('time'), '2026-11-02T12:30:00.000Z').thenNothing();
    given(began).when(end('time'), '2026-11-02T12:30:00.001Z').then(ended('time'));
    const busy = (at: string) => given(began, { at, event: read('nda', ONE) });
    busy('2026-11-02T12:00:00.000Z').when(end('time'), '2026-11-02T12:30:00.001Z').thenNothing();
    busy('2026-11-02T22:30:00.000Z').when(end('time'), '2026-11-02T22:30:00.000Z').thenNothing();
    busy('2026-11-02T22:30:00.000Z').when(end('time'), '2026-11-02T22:30:00.001Z').then(ended('time'));
  });

  it('refuses readings before its beginning, after its end, and after twelve hours', () => {
    given().when(reading('nda', ONE)).thenRefused('unauthenticated');
    given(began, ended('time')).when(reading('nda', ONE)).thenRefused('unauthenticated');
    given(began, ended('time')).when(reading('list')).thenRefused('unauthenticated');
    given(began).when(reading('nda', ONE), '2026-11-02T22:30:00.000Z').then(read('nda', ONE));
    given(began).when(reading('nda', ONE), '2026-11-02T22:30:00.001Z').thenRefused('unauthenticated');
  });
});

describe('a reading', () => {
  it('is recorded with role, kind and NDAs', () =>
    given(began).when(reading('nda', ONE)).then(read('nda', ONE)));

  it('of a single NDA is recorded once for each kind of view', () => {
    given(began, read('nda', ONE)).when(reading('nda', ONE)).thenNothing();
    given(began, read('nda', ONE)).when(reading('document', ONE)).then(read('document', ONE));
    given(began, read('nda', ONE)).when(reading('nda', OTHER)).then(read('nda', OTHER));
  });

  it('of a page is recorded each time, unless the page shows nothing', () => {
    given(began, read('search', ONE)).when(reading('search', ONE)).then(read('search', ONE));
    given(began).when(reading('search')).thenNothing();
  });

  it('is recorded again in the next hour, whatever was read in between', () => {
    const known = given(began, read('nda', ONE), read('list', ONE, OTHER));
    known.when(reading('nda', ONE), '2026-11-02T10:59:59.999Z').thenNothing();
    known.when(reading('nda', ONE), '2026-11-02T11:00:00.000Z').then(read('nda', ONE));
    given(began, read('nda', ONE), { at: '2026-11-02T11:00:00.000Z', event: read('nda', OTHER) })
      .when(reading('nda', ONE), '2026-11-02T11:30:00.000Z')
      .then(read('nda', ONE));
  });

  it('of every version that ever existed is read and folded', async () => {
    const fixtures = readFixtures(join(__dirname, 'fixtures'));
    expect([...fixtures.keys()]).toEqual([...wireTypesOf(accessEvents)].toSorted());
    for (const fixture of fixtures.values()) {
      const event = await readAsToday<AccessEvent>(fixture, {
        upcasters: {},
        stream: accessStream('s'),
        revision: 0,
      });
      expect(Object.keys(event.open).toSorted()).toEqual(
        Object.keys(accessEvents[event.type].open).toSorted(),
      );
      expect(accessDecider.evolve(accessDecider.initial, event)).not.toEqual(accessDecider.initial);
    }
  });
});
