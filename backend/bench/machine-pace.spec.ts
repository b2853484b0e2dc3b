import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePace, slowness } from './machine-pace.js';

it('stretches a limit by processor and disk alike, before and after, but not without end', () => {
  expect(slowness([{ cpu: 1, disk: 1 }])).toBe(1);
  const before = { cpu: 1, disk: 2 };
  const after = { cpu: 3, disk: 2 };
  expect(slowness([before, after])).toBe(2);
  expect(slowness([{ cpu: 40, disk: 1 }])).toBe(5);
});

it('finds no machine quicker than an idle one, and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'siegel-pace-'));
  const { cpu, disk } = await measurePace(folder);
  expect(Math.min(cpu, disk)).toBeGreaterThanOrEqual(1);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
