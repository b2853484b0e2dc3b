import { verdictText } from './verdict-text.js';

describe('the verdict on a log', () => {
  it('counts one of each as one', () => {
    expect(verdictText({ events: 1, checkpoints: 1, firstBroken: null })).toBe(
      'Intact: 1 event, 1 checkpoint.',
    );
    expect(verdictText({ events: 0, checkpoints: 2, firstBroken: null })).toBe(
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
    expect(verdictText({ events: 9, checkpoints: 0, firstBroken })).toBe(
      'Broken: dropped at nda-a@3: event 3 is not there.',
    );
    const signature = {
      stream: null,
      revision: null,
      kind: 'bad_signature',
      detail: 'no known key',
    } as const;
    expect(verdictText({ events: 9, checkpoints: 1, firstBroken: signature })).toBe(
      'Broken: bad_signature: no known key.',
    );
  });
});
