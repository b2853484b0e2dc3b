import { appendSpanId, traceIdOf } from '../../platform/tracing/trace-ids.js';
import { recordSpans } from '../../platform/tracing/testing/recorded-spans.js';
import { inWork } from '../../platform/async/work.js';
import { WrongExpectedRevision } from '../event-store/event-store.js';
import type { NewEvent } from '../journal/event.js';
import { recorded } from '../journal/testing/recorded.js';
import { tracedAppend } from './traced-append.js';

const context = { correlationId: 'request-1', commandId: 'command-1' };
const at = '2026-11-12T10:00:00.000Z';
const event = (revision: number) =>
  recorded<NewEvent>({ type: 'Opened', open: { title: 'of Ada' } }, { stream: 'nda-0192', revision, at });
const work = { correlationId: 'request-1', traceId: traceIdOf('request-1'), spanId: 'a'.repeat(16) };

describe('the span of an append', () => {
  it('has an id derived from its command, and names the events but not their stream', async () => {
    const tracing = recordSpans();
    const appended = [event(3), event(4)];
    const result = await inWork(work, () => tracedAppend(tracing, context, async () => appended));
    expect(result).toBe(appended);
    expect(tracing.spans).toEqual([
      expect.objectContaining({
        name: 'append',
        correlationId: 'request-1',
        parent: work.spanId,
        id: appendSpanId('request-1', 'command-1'),
        facts: {
          'stream.kind': 'nda',
          'stream.revision': 3,
          'event.types': ['Opened', 'Opened'],
          'event.ids': appended.map(({ id }) => id),
        },
        isOver: true,
      }),
    ]);
    expect(JSON.stringify(tracing.spans)).not.toMatch(/0192|Ada/);
  });

  it("belongs to its command's correlation, and links to other work that issued the command", async () => {
    const tracing = recordSpans();
    const other = { correlationId: 'request-2', traceId: traceIdOf('request-2'), spanId: 'b'.repeat(16) };
    await inWork(other, () => tracedAppend(tracing, context, async () => [event(0)]));
    await tracedAppend(tracing, context, async () => [event(0)]);
    const { traceId, spanId } = other;
    expect(tracing.spans).toMatchObject([
      { correlationId: 'request-1', links: [{ traceId, spanId }] },
      { correlationId: 'request-1' },
    ]);
    expect(tracing.spans.map(({ parent }) => parent)).toEqual([undefined, undefined]);
  });

  it('has a different id for a failed append than for a later success', async () => {
    const tracing = recordSpans();
    const conflict = new WrongExpectedRevision('nda-0192', 3, 4);
    const append = (): Promise<never> => Promise.reject(conflict);
    await expect(tracedAppend(tracing, context, append)).rejects.toBe(conflict);
    expect(tracing.spans).toMatchObject([{ failed: 'WrongExpectedRevision', isOver: true }]);
    expect(tracing.spans[0]?.id).not.toBe(appendSpanId('request-1', 'command-1'));
  });
});
