import { checkpointNamed, differentCheckpoints, nameOf } from './checkpoint-name.js';

const ROOT = '0123456789abcdef'.repeat(4);
const OTHER = 'f'.repeat(64);

describe('the name of a checkpoint', () => {
  it('contains its size and its root', () => {
    for (const size of [0, 1, 10, Number.MAX_SAFE_INTEGER])
      expect(checkpointNamed(nameOf({ size, root: ROOT }))).toEqual({ size, root: ROOT });
  });

  it.each([
    ['text in front', `x1:${ROOT}`],
    ['a line in front', `\n1:${ROOT}`],
    ['text behind', `1:${ROOT}0`],
    ['a line feed behind', `1:${ROOT}\n`],
    ['a zero in front', `01:${ROOT}`],
    ['a sign', `-1:${ROOT}`],
    ['a size that is not exact', `9007199254740992:${ROOT}`],
    ['no size', `:${ROOT}`],
    ['no root', '1:'],
    ['a short root', `1:${ROOT.slice(1)}`],
    ['capital letters', `1:${ROOT.toUpperCase()}`],
    ['nothing', ''],
  ])('is invalid with %s', (_, name) => expect(checkpointNamed(name)).toBeUndefined());
});

describe('the named checkpoints', () => {
  it('are listed once each, smallest size first, and in the order of their roots within one size', () => {
    const names = [`10:${ROOT}`, null, `9:${OTHER}`, `9:${ROOT}`, `10:${ROOT}`, `100:${ROOT}`, null];
    expect(differentCheckpoints(names)).toEqual([`9:${ROOT}`, `9:${OTHER}`, `10:${ROOT}`, `100:${ROOT}`]);
    expect(differentCheckpoints(names.toReversed())).toEqual(differentCheckpoints(names));
    expect(differentCheckpoints([null])).toEqual([]);
  });
});
