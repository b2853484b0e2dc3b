import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { SEARCH_MAX } from '../limits.js';
import { SearchPageQuery } from './listing.js';

class Listing extends SearchPageQuery {
  override pageSize: number = 20;
}
const read = (query: object) => {
  const listing = plainToInstance(Listing, query);
  const problems = validateSync(listing).flatMap(({ constraints = {} }) => Object.values(constraints));
  const { page, pageSize, search } = listing;
  return { page, pageSize, search, problems };
};

describe('the query of a list', () => {
  it.each([
    ['page', 1_000_000],
    ['pageSize', 100],
  ] as const)('%s is a whole number from 1 to %i', (name, most) => {
    for (const right of ['1', '2', String(most)])
      expect(read({ [name]: right })).toMatchObject({ [name]: Number(right), problems: [] });
    for (const wrong of ['0', '-1', '1.5', String(most + 1), 'x', 'NaN', ['1', '2']])
      expect(read({ [name]: wrong }).problems).not.toEqual([]);
    expect(read({})).toMatchObject({ page: 1, pageSize: 20, problems: [] });
  });

  it('search is one line, neither too short nor too long, and undefined if it is blank', () => {
    for (const right of ['abc', 'x'.repeat(SEARCH_MAX)])
      expect(read({ search: ` ${right} ` })).toMatchObject({ search: right, problems: [] });
    expect(read({ search: '   ' })).toMatchObject({ search: undefined, problems: [] });
    expect(read({ search: 'ab' }).problems).toEqual(['validation.search.min']);
    expect(read({ search: 'x'.repeat(SEARCH_MAX + 1) }).problems).toEqual(['validation.search.max']);
    expect(read({ search: 'abc\ndef' }).problems).toEqual(['validation.oneLine']);
    expect(read({ search: 7 }).problems).toContain('validation.text');
  });
});
