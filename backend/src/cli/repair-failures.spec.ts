import { RewriteRefused, StreamChanged } from '../eventsourcing/event-store/postgres/rewrite-stream.js';
import { repairStreams, type RepairRun, type StreamReport } from './repair-log.js';

describe('a list of streams', () => {
  const running = (failure: (stream: string) => Error) => {
    const reports: StreamReport[] = [];
    const run: RepairRun = {
      repair: {
        look: (stream) => Promise.reject(failure(stream)),
        repair: () => Promise.reject(new Error('not reached')),
        finish: () => Promise.resolve(),
      },
      offered: { of: async () => ({ events: [], receipted: new Set() }) },
      kept: async () => [],
      choice: { end: false, branch: undefined },
      reason: 'a test',
      isStream: () => true,
      after: () => Promise.resolve(),
      report: (report) => reports.push(report),
      signal: new AbortController().signal,
    };
    return { reports, summary: repairStreams(run, ['nda-1', 'nda-2']) };
  };

  it('goes on behind a stream whose rows keep changing, or that the database does not store', async () => {
    for (const Failure of [StreamChanged, RewriteRefused]) {
      const { reports, summary } = running((stream) => new Failure(stream));
      expect(await summary).toMatchObject({ closed: 2 });
      expect(reports.map(({ message }) => message)).toEqual([
        expect.stringContaining('nda-1'),
        expect.stringContaining('nda-2'),
      ]);
    }
  });

  it('ends at an error that concerns every stream', async () =>
    expect(running(() => new Error('no database')).summary).rejects.toThrow('no database'));
});
