import { isInOrder, verdictText } from './verdict-text.js';

describe('the verdict on a log', () => {
  it('counts one of each as one', () => {
    expect(verdictText({ events: 1, checkpoints: 1, foreign: 0, kept: null, firstBroken: null })).toBe(
      'Intact: 1 event, 1 checkpoint.',
    );
    expect(verdictText({ events: 0, checkpoints: 2, foreign: 0, kept: null, firstBroken: null })).toBe(
      'Intact: 0 events, 2 checkpoints.',
    );
  });

  it('names the first broken place, and a checkpoint without one', () => {
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

  it('counts what other programs wrote, which changes nothing', () => {
    const verdict = { events: 2, checkpoints: 1, foreign: 3, kept: null, firstBroken: null };
    expect(verdictText(verdict)).toBe(
      'Intact: 2 events, 1 checkpoint.\nPassed over 3 events of other programs, in streams that are not named as ours are.',
    );
    expect(isInOrder(verdict)).toBe(true);
  });

  it('says with how many kept checkpoints the log was compared, and is in order with all of them only', () => {
    const verdict = { events: 2, checkpoints: 1, foreign: 0, firstBroken: null };
    const all = { ...verdict, kept: { given: 2, compared: 2, unsigned: [] } };
    expect(verdictText(all)).toBe('Intact: 2 events, 1 checkpoint.\nCompared with 2 of 2 kept checkpoints.');
    const some = { ...verdict, kept: { given: 2, compared: 1, unsigned: [{ size: 6, keyId: 'abc' }] } };
    expect(verdictText(some)).toBe(
      'Intact: 2 events, 1 checkpoint.\nCompared with 1 of 2 kept checkpoints. No known key signed 1 of them, first the one of size 6 (key abc). Name the keys that were kept with them with --keys.',
    );
    const firstBroken = { stream: null, revision: null, kind: 'consistency_broken', detail: 'no' } as const;
    expect([all, some, { ...all, firstBroken }].map(isInOrder)).toEqual([true, false, false]);
  });
});
