import { DAY_MS } from '@siegel/contracts/limits';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { beginRun, endRun, readRun, takeTurn } from './verification-run.js';
import { verifyLogWhenDue } from './verify-when-due.js';

describe('the scheduled verification of the whole log', () => {
  let met: CheckpointedLog;
  beforeAll(async () => {
    met = await CheckpointedLog.open();
    await met.nda();
  });
  beforeEach(() => met.pool.query('DELETE FROM log_verification; DELETE FROM owed_jobs'));
  afterAll(() => met.stop());

  const { signal } = new AbortController();
  const tick = () => verifyLogWhenDue(met.pool, met.bench.clock).run(signal);
  const state = async () => (await readRun(met.pool))?.state;
  const jobs = async (): Promise<number> =>
    (await met.pool.query("SELECT FROM owed_jobs WHERE task = 'verify-log'")).rowCount ?? 0;
  async function ended(as: 'done' | 'failed', isBroken = false): Promise<void> {
    const at = met.bench.clock.now();
    await beginRun(met.pool, at);
    const turn = await takeTurn(met.pool);
    const firstBroken = isBroken
      ? { stream: 'nda-1', revision: 0, kind: 'altered' as const, detail: 'another type' }
      : null;
    await endRun(met.pool, turn?.number ?? 0, { at, state: as, firstBroken });
  }
  /** Ticks just before the run is due and again when it is due. Returns the run's state after each tick. */
  async function aroundDays(days: number): Promise<(string | undefined)[]> {
    met.bench.clock.advance(days * DAY_MS - 1);
    await tick();
    const before = await state();
    met.bench.clock.advance(1);
    await tick();
    return [before, await state()];
  }

  it('starts for the first time a week after the first checkpoint, once', async () => {
    met.bench.clock.advance(30 * DAY_MS);
    await tick();
    expect(await state()).toBeUndefined();
    await met.sign();
    expect(await aroundDays(7)).toEqual([undefined, 'running']);
    const { startedAt } = (await readRun(met.pool)) ?? {};
    met.bench.clock.advance(1000);
    await tick();
    expect((await readRun(met.pool))?.startedAt).toBe(startedAt);
    expect(await jobs()).toBe(1);
  });

  it('starts again a week after a run that finished, and a day after a run that failed', async () => {
    await ended('done');
    expect(await aroundDays(7)).toEqual(['done', 'running']);
    await met.pool.query('DELETE FROM log_verification');
    await ended('failed');
    expect(await aroundDays(1)).toEqual(['failed', 'running']);
  });

  it('does not replace a run that found something broken', async () => {
    await ended('done', true);
    expect(await aroundDays(70)).toEqual(['done', 'done']);
  });

  it('renews the job of a run that has been under way for a day, and starts no second run', async () => {
    await beginRun(met.pool, met.bench.clock.now());
    const { startedAt } = (await readRun(met.pool)) ?? {};
    await met.pool.query('DELETE FROM owed_jobs');
    expect(await aroundDays(1)).toEqual(['running', 'running']);
    expect(await jobs()).toBe(1);
    expect((await readRun(met.pool))?.startedAt).toBe(startedAt);
  });
});
