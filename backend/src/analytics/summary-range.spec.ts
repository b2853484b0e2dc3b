import { summaryRange } from './summary-range.js';

const TODAY = '2026-11-26';
const problem = (query: Parameters<typeof summaryRange>[0]): unknown => {
  try {
    return summaryRange(query, TODAY);
  } catch (error) {
    return error;
  }
};

describe('the days of a summary', () => {
  it('are the requested ones, or else the last seven', () => {
    expect(summaryRange({}, TODAY)).toEqual({ startDate: '2026-11-20', endDate: TODAY });
    expect(summaryRange({ startDate: '2026-03-29', endDate: '2026-03-29' }, TODAY)).toEqual({
      startDate: '2026-03-29',
      endDate: '2026-03-29',
    });
  });

  it.each([
    [{ startDate: '2026-11-27', endDate: '2026-11-26' }, 'endDate', 'validation.range.reversed'],
    [{ startDate: '2026-11-27' }, 'startDate', 'validation.range.reversed'],
    [{ startDate: '2010-01-01' }, 'startDate', 'validation.range.max'],
    [{ startDate: '2010-01-01', endDate: '2026-01-01' }, 'endDate', 'validation.range.max'],
  ])('are refused if they form no range: %j', (query, property, message) =>
    expect(problem(query)).toMatchObject({ failures: [{ property, constraints: { refused: message } }] }),
  );
});
