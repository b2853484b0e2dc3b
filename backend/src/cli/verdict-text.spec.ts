import { isInOrder, placeText, verdictText } from './verdict-text.js';
import type { VerifiedLog } from './verify-stored-log.js';

const INTACT: VerifiedLog = {
  events: 2,
  checkpoints: 1,
  foreign: 0,
  kept: null,
  firstBroken: null,
  broken: 0,
  places: [],
  isAuthenticated: true,
};
const DROPPED = { stream: 'nda-a', revision: 3, kind: 'dropped', detail: 'event 3 is not there' } as const;
const SIGNATURE = { stream: null, revision: null, kind: 'bad_signature', detail: 'no known key' } as const;

describe('the verdict on a log', () => {
  it('uses the singular for one event, one checkpoint and one place', () => {
    expect(verdictText({ ...INTACT, events: 1 })).toBe('Intact: 1 event, 1 signed checkpoint.');
    expect(verdictText({ ...INTACT, events: 0, checkpoints: 2 })).toBe(
      'Intact: 0 events, 2 signed checkpoints.',
    );
    expect(verdictText({ ...INTACT, broken: 1, firstBroken: DROPPED })).toBe(
      'Broken at 1 place. Verified: 2 events, 1 signed checkpoint.',
    );
    expect(verdictText({ ...INTACT, broken: 7, firstBroken: DROPPED })).toBe(
      'Broken at 7 places. Verified: 2 events, 1 signed checkpoint.',
    );
  });

  it("counts other programs' events, which do not change the verdict", () => {
    const verdict = { ...INTACT, foreign: 3 };
    expect(verdictText(verdict)).toBe(
      'Intact: 2 events, 1 signed checkpoint.\nSkipped 3 events of other programs: the names of their streams are not in our format.',
    );
    expect(isInOrder(verdict)).toBe(true);
  });

  it('counts the kept checkpoints that were compared, and is in order only if all of them were', () => {
    const all = { ...INTACT, kept: { given: 2, compared: 2, unsigned: [] } };
    expect(verdictText(all)).toBe(
      'Intact: 2 events, 1 signed checkpoint.\nCompared with 2 of 2 kept checkpoints.',
    );
    const some = { ...INTACT, kept: { given: 2, compared: 1, unsigned: [{ size: 6, keyId: 'abc' }] } };
    expect(verdictText(some)).toBe(
      'Intact: 2 events, 1 signed checkpoint.\nCompared with 1 of 2 kept checkpoints. No known key signed 1 of them; the first has size 6 (key abc). Give the keys that were kept with them in --keys.',
    );
    const broken = { ...all, firstBroken: SIGNATURE, broken: 1 };
    expect([all, some, broken].map(isInOrder)).toEqual([true, false, false]);
  });

  it('says so if the MACs were not checked', () => {
    expect(verdictText({ ...INTACT, isAuthenticated: false })).toBe(
      'Intact: 2 events, 1 signed checkpoint.\nThere is no APPEND_KEY here, so nobody checked who wrote the events. An event that somebody forged may count as intact.',
    );
  });
});

describe('a broken place', () => {
  it('is named with the command that repairs its stream', () => {
    expect(placeText(DROPPED)).toBe(
      'Broken: dropped at nda-a@3: event 3 is not there. To repair it: siegel log:repair nda-a',
    );
  });

  it('of the tree has no stream to repair', () => {
    expect(placeText(SIGNATURE)).toBe('Broken: bad_signature: no known key.');
  });
});
