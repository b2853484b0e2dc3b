import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../platform/errors/operator-error.js';
import type { LookedAt, Repaired } from '../proof/repair/repair-stream.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { type RepairRun, type ReportState, repairStreams } from './repair-log.js';

/** Streams of a log that is not there. The name of a stream says what is wrong with it. */
function runOver(changes: Partial<RepairRun> = {}) {
  const told: [string, ReportState][] = [];
  const batches: number[] = [];
  let open = 0;
  const most = { open: 0 };
  const run: RepairRun = {
    repair: {
      look: async (stream: string) => {
        if (stream.includes('unreadable')) throw new OperatorError('it cannot be read');
        const isHindered = stream.includes('lost');
        const plan = {
          state: isHindered ? 'hindered' : 'repairable',
          hindrance: isHindered ? 'lost' : undefined,
          findings: [],
          events: [],
          stop: { kind: isHindered ? 'lost' : 'end', revision: 0, hashes: [] },
          removed: [],
          putBack: [],
          givenUp: [],
          end: undefined,
        };
        const facts = {
          stream,
          rows: [],
          traces: [],
          leaves: [],
          elsewhere: new Map(),
          receipted: new Set(),
        };
        return {
          stream,
          facts,
          placed: { plan, outOfOrder: [] },
          isRepairable: !isHindered,
        } as unknown as LookedAt;
      },
      repair: async ({ stream }) => {
        open += 1;
        most.open = Math.max(most.open, open);
        return { stream, isEnded: false, gone: [], files: [{ path: stream }] } as unknown as Repaired;
      },
      finish: async () => {
        open -= 1;
      },
    },
    offered: { of: async () => ({ events: [], receipted: new Set() }) },
    kept: async () => [],
    choice: { end: false, branch: undefined },
    reason: 'a drill',
    isStream: (name) => name.startsWith('nda-'),
    after: async (streams) => void batches.push(streams.length),
    report: ({ stream, state }) => void told.push([stream, state]),
    signal: new AbortController().signal,
    ...changes,
  };
  return { run, told, batches, most };
}

describe('a list of streams', () => {
  it('goes on behind a stream that cannot be repaired, and counts all', async () => {
    const { run, told } = runOver();
    const names = ['nda-1', 'nda-lost', 'nda-unreadable', 'other-1', 'nda-2'];
    expect(await repairStreams(run, names)).toEqual({
      whole: 0,
      repaired: 2,
      ended: 0,
      repairable: 0,
      closed: 3,
    });
    expect(told).toEqual([
      ['nda-1', 'repaired'],
      ['nda-lost', 'closed'],
      ['nda-unreadable', 'closed'],
      ['other-1', 'closed'],
      ['nda-2', 'repaired'],
    ]);
  });

  it('of ten thousand streams needs the memory of fifty', async () => {
    const { run, batches, most } = runOver();
    const names = Array.from({ length: 10_000 }, (_, n) => `nda-${n}`);
    expect(await repairStreams(run, names)).toMatchObject({ repaired: 10_000 });
    expect([most.open, batches.length, Math.max(...batches)]).toEqual([50, 200, 50]);
  });

  it('reports streams whose rows could not be brought up to date, and does not finish their repair', async () => {
    const after = () => Promise.reject(new OperatorError('a backend kept changing them'));
    const { run, told } = runOver({ after });
    expect(await repairStreams(run, ['nda-1'])).toMatchObject({ closed: 1 });
    expect(told).toEqual([['nda-1', 'closed']]);
  });

  it('changes nothing without a reason', async () => {
    const { run, told, batches } = runOver({ reason: undefined });
    expect(await repairStreams(run, ['nda-1'])).toMatchObject({ repairable: 1 });
    expect([told, batches]).toEqual([[['nda-1', 'repairable']], []]);
  });

  it('ends at a signal between two streams', async () => {
    const stopping = new AbortController();
    const { run, told } = runOver({
      signal: stopping.signal,
      isStream: () => {
        stopping.abort(new Error('ended by SIGTERM'));
        return false;
      },
    });
    await expect(repairStreams(run, ['a', 'b'])).rejects.toThrow('SIGTERM');
    expect(told).toHaveLength(1);
  });
});

it('a list from a file is repaired from one dump', async () => {
  const log = await AttackedLog.open();
  const folder = await mkdtemp(join(tmpdir(), 'siegel-list-'));
  try {
    const streams = [await log.agreement(), await log.agreement(), await log.agreement()];
    const genuine = await log.log.rows();
    const backup = await log.dump(genuine);
    await log.pool.query('DELETE FROM event_store.events WHERE stream = ANY($1) AND revision = 1', [streams]);
    const unknown = 'nda-00000000-0000-4000-8000-000000000000';
    const list = join(folder, 'streams');
    await writeFile(
      list,
      ['# found by verify:log', ...streams.map((name) => `${name}@1`), '', unknown].join('\n'),
    );
    const { isDone, reports } = await log.repair(
      '--streams-from',
      list,
      '--from',
      backup,
      '--reason',
      'a drill',
    );
    expect([isDone, reports.map(({ state }) => state)]).toEqual([
      false,
      ['repaired', 'repaired', 'repaired', 'closed'],
    ]);
    expect(await log.log.rows()).toEqual(expect.arrayContaining(genuine));
    expect((await log.log.verify()).firstBroken).toBeNull();
  } finally {
    await rm(folder, { recursive: true, force: true });
    await log.stop();
  }
});
