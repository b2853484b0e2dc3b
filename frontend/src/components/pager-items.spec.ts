import { pagerItems } from './pager-items.js';

describe('pagerItems', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 7, [1, 2, 'gap', 7]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [7, 23, [1, 'gap', 6, 7, 8, 'gap', 23]],
    [23, 23, [1, 'gap', 22, 23]],
  ])('page %s of %s', (current, pages, expected) => {
    expect(pagerItems(current, pages)).toEqual(expected);
  });
});
