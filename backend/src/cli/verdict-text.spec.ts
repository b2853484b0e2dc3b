import { isInOrder, verdictText } from './verdict-text.js';

describe('the verdict on a log', () => {
  it('uses the singular for one event and one checkpoint', () => {
    expect(verdictText({ events: 1, checkpoints: 1, foreign: 0, kept: null, firstBroken: null })).toBe(
      'Intact: 1 event, 1 signed checkpoint.',
    );
    expect(verdictText({ events: 0, checkpoints: 2, foreign: 0, kept: null, firstBroken: null })).toBe(
      'Intact: 0 events, 2 signed checkpoints.',
    );
  });

  it('names the first broken place, and also a broken checkpoint that has no place', () => {
    const firstBroken = {
      stream: 'nda-a',
      revision: 3,
      kind: 'dropped',
      detail: 'event 3 is not there',
    } as const;
    expect(verdictText({ events: 9, checkpoints: 0, foreign: 0, kept: null, firstBroken })).toBe(
      'Broken: dropped at nda-a@3: event 3 is not there.',
    );
    const signature = {
      stream: null,
      revision: null,
      kind: 'bad_signature',
      detail: 'no known key',
    } as const;
    expect(verdictText({ events: 9, checkpoints: 1, foreign: 0, kept: null, firstBroken: signature })).toBe(
      'Broken: bad_signature: no known key.',
    );
  });

  it("counts other programs' events, which do not change the verdict", () => {
    const verdict = { events: 2, checkpoints: 1, foreign: 3, kept: null, firstBroken: null };
    expect(verdictText(verdict)).toBe(
      'Intact: 2 events, 1 signed checkpoint.\nSkipped 3 events of other programs: the names of their streams are not in our format.',
    );
    expect(isInOrder(verdict)).toBe(true);
  });

  it('counts the kept checkpoints that were compared, and is in order only if all of them were', () => {
    const verdict = { events: 2, checkpoints: 1, foreign: 0, firstBroken: null };
    const all = { ...verdict, kept: { given: 2, compared: 2, unsigned: [] } };
    expect(verdictText(all)).toBe(
      'Intact: 2 events, 1 signed checkpoint.\nCompared with 2 of 2 kept checkpoints.',
    );
    const some = { ...verdict, kept: { given: 2, compared: 1, unsigned: [{ size: 6, keyId: 'abc' }] } };
    expect(verdictText(some)).toBe(
      'Intact: 2 events, 1 signed checkpoint.\nCompared with 1 of 2 kept checkpoints. No known key signed 1 of them; the first has size 6 (key abc). Give the keys that were kept with them in --keys.',
    );
    const firstBroken = { stream: null, revision: null, kind: 'consistency_broken', detail: 'no' } as const;
    expect([all, some, { ...all, firstBroken }].map(isInOrder)).toEqual([true, false, false]);
  });
});
