import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { JobContext, JobHandler } from '../platform/jobs/job.js';
import { ParkedFor, TryAgainIn } from '../platform/jobs/job.js';
import { parkedWhileClosed } from './park-jobs.js';

const closed = new StreamUntrusted('nda-1', { revision: 3, fault: 'mac' });
const failing = (error: unknown) => async (): Promise<void> => {
  throw error;
};
const run = (error: unknown, handler: Partial<JobHandler> = {}): Promise<void> =>
  parkedWhileClosed({ task: 'greet', run: failing(error), ...handler }).run({}, {} as JobContext);

describe('a job that needs a closed stream', () => {
  it.each([
    ['at once', closed],
    ['in a step', new Error('making', { cause: closed })],
    ['while it sets its own pause', new TryAgainIn(5, new Error('polling', { cause: closed }))],
  ])('is parked for that stream: %s', async (_, error) => {
    const parked = await run(error).catch((thrown: unknown) => thrown);
    expect(parked).toBeInstanceOf(ParkedFor);
    expect(parked).toMatchObject({ subject: 'nda-1', cause: closed });
  });

  it('fails as usual for any other reason', async () => {
    for (const error of [new Error('away'), new TryAgainIn(5), 'odd'])
      await expect(run(error)).rejects.toBe(error);
  });

  it('keeps its task and its number of slots', () => {
    const handler = { task: 'greet', slots: 4, run: () => Promise.resolve() };
    expect(parkedWhileClosed(handler)).toMatchObject({ task: 'greet', slots: 4 });
    expect('slots' in parkedWhileClosed({ task: 'greet', run: handler.run })).toBe(false);
  });
});
