import { setImmediate as later } from 'node:timers/promises';
import { createLogger } from '../logging/http-logger.js';
import { inWork, workLogFields, outsideOfWork, currentWork } from './work.js';

const one = { correlationId: 'request-1', traceId: 't'.repeat(32), spanId: 's'.repeat(16) };
const other = { correlationId: 'request-2' };

describe('the current work', () => {
  it('follows every asynchronous step, while other work runs in between', async () => {
    const ask = async (): Promise<unknown[]> => {
      const seen: unknown[] = [currentWork()];
      await later();
      seen.push(currentWork());
      await new Promise((resolve) => setTimeout(resolve, 0));
      return [...seen, currentWork()];
    };
    const [first, second] = await Promise.all([inWork(one, ask), inWork(other, ask)]);
    expect(first).toEqual([one, one, one]);
    expect(second).toEqual([other, other, other]);
    expect(currentWork()).toBeUndefined();
  });

  it('ends where a step is declared to belong to no work', () => {
    expect(inWork(one, () => outsideOfWork(currentWork))).toBeUndefined();
  });

  it('adds its ids to each log line that does not name ids of its own', () => {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    inWork(one, () => logger.info({ status: 200 }, 'answered'));
    inWork(other, () => logger.child({ part: 'x' }).info({ requestId: 'of another' }, 'answered'));
    logger.info({}, 'serving');
    expect(lines).toMatchObject([
      { requestId: 'request-1', traceId: one.traceId, status: 200 },
      { requestId: 'of another', part: 'x' },
      { msg: 'serving' },
    ]);
    expect(lines[1]).not.toHaveProperty('traceId');
    expect(lines[2]).not.toHaveProperty('requestId');
    expect(workLogFields()).toEqual({});
  });
});
