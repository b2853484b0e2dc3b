import { until } from '../../platform/testing/until.js';
import { createInfrastructure, type Infrastructure } from '../projections/testing/harness.js';
import { silentLogger } from '../../platform/logging/logger.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';
import { Scheduler, type Ticker } from './schedule.js';
import { keeper } from './testing/job-infrastructure.js';

describe('Scheduler', () => {
  let infrastructure: Infrastructure;
  let ticks: (() => void)[];
  const schedulers: Scheduler[] = [];
  const ticker: Ticker = {
    every: (_name, _everyMs, tick) => {
      ticks.push(tick);
      return () => void ticks.splice(ticks.indexOf(tick), 1);
    },
  };

  beforeEach(async () => {
    ticks = [];
    infrastructure = await createInfrastructure();
  });

  afterEach(async () => {
    await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop()));
    await infrastructure.drop();
  });

  const start = (run: Scheduled['run'], paused?: () => boolean): Scheduler => {
    const scheduled = [{ name: 'remind', everyMs: 1000, run }];
    const scheduler = new Scheduler({
      scheduled,
      leases: keeper(infrastructure.pool),
      logger: silentLogger,
      ticker,
      ...(paused === undefined ? {} : { paused }),
    });
    schedulers.push(scheduler);
    scheduler.start();
    return scheduler;
  };
  const tick = (): void => ticks.forEach((each) => each());
  const leads = (scheduler: Scheduler): boolean => scheduler.status()[0]?.leading === true;

  it('runs on one backend only, and on another when that one stops', async () => {
    const runs: string[] = [];
    const first = start(() => Promise.resolve(void runs.push('first')));
    await until(() => leads(first));
    const second = start(() => Promise.resolve(void runs.push('second')));
    await until(() => runs.length === 1);
    tick();
    await until(() => runs.length === 2);
    expect(runs).toEqual(['first', 'first']);
    await first.stop();
    await until(() => leads(second));
    await until(() => runs.length === 3);
    expect(runs[2]).toBe('second');
  });

  it('skips a tick while the last run is still under way, and survives errors', async () => {
    let runs = 0;
    let fail: (error: Error) => void = () => undefined;
    const scheduler = start(() => {
      runs++;
      return new Promise((_, reject) => {
        fail = reject;
      });
    });
    await until(() => runs === 1);
    tick();
    tick();
    expect(runs).toBe(1);
    fail(new RangeError('no'));
    await until(() => scheduler.status()[0]?.fault === 'RangeError');
    tick();
    expect(runs).toBe(2);
    fail(new RangeError('no'));
  });

  it('reports how long it has been failing, until a run succeeds', async () => {
    let fails = true;
    const scheduler = start(() => (fails ? Promise.reject(new RangeError('no')) : Promise.resolve()));
    const failingMs = (): number | undefined => scheduler.status()[0]?.failingMs;
    const now = jest.spyOn(performance, 'now');
    try {
      await until(() => failingMs() !== undefined);
      const began = performance.now();
      now.mockImplementation(() => began + 90_000);
      tick();
      await Promise.resolve();
      expect(failingMs()).toBeGreaterThanOrEqual(90_000);
      expect(scheduler.status()[0]?.sinceSuccessMs).toBeGreaterThanOrEqual(90_000);
      fails = false;
      await until(() => (tick(), failingMs() === undefined));
      expect(scheduler.status()[0]).toMatchObject({ fault: undefined, sinceSuccessMs: 0 });
    } finally {
      now.mockRestore();
    }
  });

  it('starts nothing while it is paused', async () => {
    let [runs, paused] = [0, true];
    const scheduler = start(
      () => Promise.resolve(void runs++),
      () => paused,
    );
    await until(() => leads(scheduler));
    tick();
    expect(runs).toBe(0);
    paused = false;
    tick();
    expect(runs).toBe(1);
  });

  it('when stopped, aborts the current run and waits for its end', async () => {
    let ended = false;
    const scheduler = start(
      (signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            setImmediate(() => {
              ended = true;
              resolve();
            }),
          ),
        ),
    );
    await until(() => leads(scheduler));
    await scheduler.stop();
    expect(ended).toBe(true);
  });
});
