import { Counter, type Registry } from 'prom-client';
import { SampledCheck } from '../platform/async/sampled-check.js';

const SOURCES = ['jobs', 'obligations', 'proof', 'disk', 'lag'] as const;

/**
 * Metrics that need a query at each scrape, grouped by source. If the query of a source fails or is late,
 * `/metrics` omits the metrics of that source, counts the failure in `metrics_failures_total`, and reports
 * all others.
 */
export class MetricLooks {
  private readonly failures: Counter<'source'>;

  constructor(registry: Registry) {
    this.failures = new Counter({
      name: 'metrics_failures_total',
      help: 'Queries of a source of metrics that failed or were late; the metrics of that source are then absent.',
      labelNames: ['source'] as const,
      registers: [registry],
    });
    for (const source of SOURCES) this.failures.inc({ source }, 0);
  }

  at<Found>(source: (typeof SOURCES)[number], look: () => Promise<Found>): SampledCheck<Found> {
    return new SampledCheck(look, () => this.failures.inc({ source }));
  }
}
