import { createHash } from 'node:crypto';
import { appendSpanId, newSpanId, parseTraceparent, reactionSpanId, traceIdOf } from './trace-ids.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('ids of traces and spans', () => {
  it('are derived from data that every process has', () => {
    expect(traceIdOf('request-1')).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIdOf('request-1')).toBe(traceIdOf('request-1'));
    expect(traceIdOf('request-1')).not.toBe(traceIdOf('request-2'));
    expect(appendSpanId('request-1', 'command-1')).toMatch(/^[0-9a-f]{16}$/);
    expect(appendSpanId('request-1', 'command-1')).not.toBe(appendSpanId('request-1', 'command-2'));
    expect(reactionSpanId('invite', 'request-1', 'command-1')).not.toBe(
      reactionSpanId('deliver', 'request-1', 'command-1'),
    );
    expect(newSpanId()).toMatch(/^[0-9a-f]{16}$/);
    expect(newSpanId()).not.toBe(newSpanId());
  });

  it("are found from a request's id in the way that docs/operations.md describes", () =>
    expect(traceIdOf('request-1')).toBe(
      createHash('sha256').update('trace\0request-1').digest('hex').slice(0, 32),
    ));
});

describe('the header of a trace', () => {
  it('names a trace and a span', () => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN });
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-later`)).toMatchObject({ spanId: SPAN });
  });

  it.each([
    undefined,
    '',
    [`00-${TRACE}-${SPAN}-01`],
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01x`,
    `x00-${TRACE}-${SPAN}-01`,
  ])('is invalid: %p', (header) => expect(parseTraceparent(header)).toBeUndefined());
});
