import { Gauge } from 'prom-client';
import { createMetrics } from '../http/observing/metrics.js';
import { type DiskSpace, diskSpace } from '../platform/process/disk-space.js';
import { versionOfThisRelease } from '../platform/process/version.js';
import type { Measuring } from './background-metrics.js';
import { MetricLooks } from './metric-looks.js';
import { type Told, toldGauge } from './told-gauge.js';

/**
 * Begins with what runs, and how much room there is for what it writes; parts of the service add theirs.
 * @param dataDir of DATA_DIR
 */
export function startMeasuring(dataDir: string): Measuring {
  const registry = createMetrics();
  const looks = new MetricLooks(registry);
  const build = new Gauge({
    name: 'siegel_build_info',
    help: 'Always 1: the version that runs, and that of Node.',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  });
  build.set({ version: versionOfThisRelease(), node: process.versions.node }, 1);
  const look = looks.at('disk', () => diskSpace(dataDir));
  const measure = (name: string, help: string, figure: keyof DiskSpace): void =>
    toldGauge(
      registry,
      { name, help: `${help}; absent while unknown.` },
      async (): Promise<readonly Told[]> => {
        const found = await look.latest();
        return found === undefined ? [] : [[found[figure]]];
      },
    );
  measure('data_dir_available_bytes', 'What may still be written to the disk of DATA_DIR', 'available');
  measure('data_dir_size_bytes', 'Size of the disk of DATA_DIR', 'size');
  return { registry, looks };
}
