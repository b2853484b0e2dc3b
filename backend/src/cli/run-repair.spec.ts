import { placeText } from './verdict-text.js';
import { nameInLine } from './run-repair.js';

describe('a line of a list of streams', () => {
  it.each([
    ['nda-1', 'nda-1'],
    [' nda-1@4 ', 'nda-1'],
    ['nda-1@4 its hash does not fit its bytes', 'nda-1'],
    ['# nda-1', undefined],
    ['', undefined],
    ['Broken at 2 places. Verified: 9 events, 1 signed checkpoint.', undefined],
    ['Intact: 9 events, 1 signed checkpoint.', undefined],
    ['Broken: bad_signature: no known key.', undefined],
  ])('%j names %s', (line, name) => expect(nameInLine(line)).toBe(name));

  it('may be a place as siegel verify:log prints it', () => {
    const place = {
      stream: 'nda-1',
      revision: 4,
      kind: 'altered',
      detail: 'it is an event of nda-2',
    } as const;
    expect(nameInLine(placeText(place))).toBe('nda-1');
    expect(nameInLine(placeText({ ...place, stream: null, revision: null }))).toBeUndefined();
  });
});
