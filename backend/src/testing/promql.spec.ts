import { readExpression } from './promql.js';

describe('an expression of Prometheus', () => {
  it('tells what it asks for', () => {
    const text =
      'histogram_quantile(0.95, sum by (le, route) (rate(http_seconds_bucket{job="$job",route!~"/a|\\"b"}[$__rate_interval]))) > 1.5e9 and on (job) abs(clock_seconds) == 0';
    expect(readExpression(text)).toEqual({
      selectors: [
        {
          metric: 'http_seconds_bucket',
          matchers: [
            { label: 'job', operator: '=', value: '$job' },
            { label: 'route', operator: '!~', value: '/a|"b' },
          ],
        },
        { metric: 'clock_seconds', matchers: [] },
      ],
      grouping: ['le', 'route', 'job'],
      functions: ['histogram_quantile', 'sum', 'rate', 'abs'],
    });
  });

  it.each(['min(ends_seconds) - time()', 'count(count by (version) (info)) > 1', 'absent(lag{name="ndas"})'])(
    'is understood: %s',
    (text) => expect(readExpression(text).selectors).toHaveLength(1),
  );

  it.each([
    'sum(a',
    'sum a)',
    'a{b}',
    'a{b="c"',
    'a{"b"="c"}',
    '{job="x"}',
    'sum by le (a)',
    'a ? b',
    'a{b=c}',
  ])('is refused where it is none: %s', (text) => expect(() => readExpression(text)).toThrow());
});
