import { Gauge } from 'prom-client';
import { createMetrics } from '../http/observing/metrics.js';
import { type DiskSpace, diskSpace } from '../platform/process/disk-space.js';
import { versionOfThisRelease } from '../platform/process/version.js';
import type { Measuring } from './background-metrics.js';
import { MetricLooks } from './metric-looks.js';
import { type Told, toldGauge } from './told-gauge.js';

/**
 * Creates the registry with the metrics of this process and of its disk. The parts of the service add theirs.
 * @param dataDir the folder of DATA_DIR
 */
export function startMeasuring(dataDir: string): Measuring {
  const registry = createMetrics();
  const looks = new MetricLooks(registry);
  const build = new Gauge({
    name: 'siegel_build_info',
    help: 'Always 1; the labels are the running version and the version of Node.',
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
  measure('data_dir_available_bytes', 'Bytes that can still be written to the disk of DATA_DIR', 'available');
  measure('data_dir_size_bytes', 'Bytes of the disk of DATA_DIR in all', 'size');
  return { registry, looks };
}
