import { Counter, type Registry } from 'prom-client';
import { SampledCheck } from '../platform/async/sampled-check.js';

const SOURCE_NAMES = ['jobs', 'obligations', 'proof', 'tampered', 'disk', 'lag'] as const;

/**
 * Metrics that need a query at each scrape. Each source supplies a group of them. If a source's query fails
 * or is late, `/metrics` omits the metrics of that source, counts the failure in `metrics_failures_total`,
 * and still reports all other metrics.
 */
export class MetricSources {
  private readonly failures: Counter<'source'>;

  constructor(registry: Registry) {
    this.failures = new Counter({
      name: 'metrics_failures_total',
      help: "Queries of a metrics source that failed or were late; that source's metrics are then absent.",
      labelNames: ['source'] as const,
      registers: [registry],
    });
    for (const source of SOURCE_NAMES) this.failures.inc({ source }, 0);
  }

  sampled<Found>(source: (typeof SOURCE_NAMES)[number], read: () => Promise<Found>): SampledCheck<Found> {
    return new SampledCheck(read, () => this.failures.inc({ source }));
  }
}
