import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { Pace } from './pace.js';

/** A process that takes this long for each batch. */
function processOf({ wallMs, cpuMs }: { readonly wallMs: number; readonly cpuMs: number }) {
  const now = { wallMs: 5000, cpuMs: 300 };
  return {
    used: () => ({ ...now }),
    work: () => {
      now.wallMs += wallMs;
      now.cpuMs += cpuMs;
    },
    rest: (ms: number) => {
      now.wallMs += ms;
    },
    get elapsedMs() {
      return now.wallMs - 5000;
    },
    get workedMs() {
      return now.cpuMs - 300;
    },
  };
}

function round(events: number, batch: number, took: { readonly wallMs: number; readonly cpuMs: number }) {
  const machine = processOf(took);
  const pace = new Pace(DAY_MS, machine.used);
  for (let done = 0; done < events; done += batch) {
    pace.begin();
    machine.work();
    machine.rest(pace.restMs(batch, events));
  }
  return machine;
}

describe('the pace of the pass over the log', () => {
  it('comes round a million events within a day, below 2 % of one core', () => {
    const { elapsedMs, workedMs } = round(1_000_000, 200, { wallMs: 30, cpuMs: 20 });
    expect(elapsedMs).toBeLessThan(DAY_MS);
    expect(workedMs / elapsedMs).toBeLessThan(0.02);
  });

  it('spreads the work over half of the period, so that there is time for restarts', () => {
    const { elapsedMs } = round(1_000_000, 200, { wallMs: 30, cpuMs: 20 });
    expect(elapsedMs / HOUR_MS).toBeCloseTo(12, 1);
  });

  it('stays below 2 % of one core even if the log does not fit into the period', () => {
    const { elapsedMs, workedMs } = round(1_000_000, 200, { wallMs: 900, cpuMs: 800 });
    expect(elapsedMs).toBeGreaterThan(DAY_MS);
    expect(workedMs / elapsedMs).toBeLessThan(0.02);
  });

  it('does not count the time in which the process waits or does other work', () => {
    const slowDatabase = round(10_000, 200, { wallMs: 20_000, cpuMs: 20 });
    expect(slowDatabase.elapsedMs).toBeLessThan(50 * 21_500);
    const busy = round(10_000, 200, { wallMs: 30, cpuMs: 4000 });
    expect(busy.elapsedMs).toBeLessThan(50 * 20_500);
  });

  it('takes a quarter of an hour for a small log', () => {
    const { elapsedMs } = round(10_000, 200, { wallMs: 30, cpuMs: 20 });
    expect(elapsedMs).toBeCloseTo(1_000_000, -4);
  });
});
