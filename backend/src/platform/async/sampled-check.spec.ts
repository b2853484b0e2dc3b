import { performance } from 'node:perf_hooks';
import { until } from '../testing/until.js';
import { SampledCheck } from './sampled-check.js';

describe('a check that is requested again and again', () => {
  let aheadMs: number;
  let failures: number;
  let looks: number;
  const realNow = performance.now.bind(performance);
  const failed = (): void => {
    failures += 1;
  };

  beforeEach(() => {
    [aheadMs, failures, looks] = [0, 0, 0];
    jest.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
  });
  afterEach(() => jest.restoreAllMocks());

  const counted = async (): Promise<number> => {
    looks += 1;
    return looks;
  };

  it('runs once for all callers within two seconds, and again afterwards', async () => {
    const look = new SampledCheck(counted, failed);
    expect(await Promise.all([look.latest(), look.latest()])).toEqual([1, 1]);
    expect(await look.latest()).toBe(1);
    aheadMs = 2_000;
    expect(await look.latest()).toBe(2);
    expect(failures).toBe(0);
  });

  it('reports nothing when it fails, not even its last result, and counts the failure', async () => {
    let works = true;
    const look = new SampledCheck(() => (works ? counted() : Promise.reject(new Error('gone'))), failed);
    expect(await look.latest()).toBe(1);
    works = false;
    aheadMs = 2_000;
    expect(await look.latest()).toBeUndefined();
    expect(failures).toBe(1);
    works = true;
    expect(await look.latest()).toBe(2);
  });

  it('delays nobody for long if it hangs, is counted once, and is not started a second time', async () => {
    let end: (found: number) => void = () => undefined;
    const look = new SampledCheck(
      () =>
        new Promise<number>((resolve) => {
          looks += 1;
          end = resolve;
        }),
      failed,
      20,
    );
    expect(await look.latest()).toBeUndefined();
    expect(await look.latest()).toBeUndefined();
    expect([looks, failures]).toEqual([1, 1]);
    end(7);
    expect(await until(() => look.latest())).toBe(7);
    expect([looks, failures]).toEqual([1, 1]);
  });
});
