import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePace, measuredWithPace } from './machine-pace.js';

it('stretches a limit by the mean of the paces before and after, at most fivefold', async () => {
  const during = async (...paces: number[]) => {
    const measured = async (): Promise<number> => paces.shift() ?? Number.NaN;
    return (await measuredWithPace(measured, async () => undefined)).slower;
  };
  expect(await during(1, 1)).toBe(1);
  expect(await during(1.5, 2.5)).toBe(2);
  expect(await during(1, 40)).toBe(5);
});

it('never measures a machine as faster than an idle one, and leaves no files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'siegel-pace-'));
  expect(await measurePace(folder)).toBeGreaterThanOrEqual(1);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
