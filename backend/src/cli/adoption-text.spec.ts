import { findingsText } from './adoption-text.js';

describe('the text about an adoption', () => {
  it('lists the events of a key that is retired now by stream, and says how many it leaves out', () => {
    const [first, last] = ['2026-11-28T10:00:00.000Z', '2026-11-29T10:00:00.000Z'];
    const stream = { stream: 'nda-1', events: 2, from: 3, to: 5, first, last };
    const nothing = { count: 0, first: [], last: undefined };
    const lines = findingsText({
      judged: { events: 9, authenticated: 9, adopted: 0, closed: 0 },
      uncovered: nothing,
      retiring: { since: 4, events: 5, streams: [stream], unlisted: 3 },
      covered: 9,
      tolerated: [],
      nodes: 0,
      foreign: 0,
      putBack: 0,
      retiredAgain: [],
    });
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/retired now behind the kept checkpoint over 4 leaves: 5\. They keep counting\./),
      `  nda-1: 2 (3 to 5), ${first} to ${last}`,
      '  and 3 events of other streams',
    ]);
  });
});
