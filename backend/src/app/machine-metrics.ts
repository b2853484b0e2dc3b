import { Gauge } from 'prom-client';
import { createMetrics } from '../http/observing/metrics.js';
import { type DiskSpace, diskSpace } from '../platform/process/disk-space.js';
import { versionOfThisRelease } from '../platform/process/version.js';
import type { Measuring } from './background-metrics.js';
import { MetricSources } from './metric-sources.js';
import { type GaugeSample, snapshotGauge } from './snapshot-gauge.js';

/**
 * Creates the registry with the metrics of this process and of its disk. The parts of the service add their
 * own metrics.
 * @param dataDir the folder that DATA_DIR names
 */
export function startMeasuring(dataDir: string): Measuring {
  const registry = createMetrics();
  const sources = new MetricSources(registry);
  const build = new Gauge({
    name: 'siegel_build_info',
    help: 'Always 1; the labels give the running version and the Node version.',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  });
  build.set({ version: versionOfThisRelease(), node: process.versions.node }, 1);
  const sample = sources.sampled('disk', () => diskSpace(dataDir));
  const measure = (name: string, help: string, figure: keyof DiskSpace): void =>
    snapshotGauge(
      registry,
      { name, help: `${help}; absent while unknown.` },
      async (): Promise<readonly GaugeSample[]> => {
        const found = await sample.latest();
        return found === undefined ? [] : [[found[figure]]];
      },
    );
  measure('data_dir_available_bytes', 'Bytes that can still be written to the disk of DATA_DIR', 'available');
  measure('data_dir_size_bytes', 'Bytes of the disk of DATA_DIR in all', 'size');
  return { registry, sources };
}
