import { Counter, type Registry } from 'prom-client';
import { SampledCheck } from '../platform/async/sampled-check.js';

const SOURCES = ['jobs', 'obligations', 'proof', 'disk', 'lag'] as const;

/**
 * What has to be asked for before it can be told. A source that fails is left out of what `/metrics` tells, which says
 * so by a counter; it keeps nothing else back.
 */
export class MetricLooks {
  private readonly failures: Counter<'source'>;

  constructor(registry: Registry) {
    this.failures = new Counter({
      name: 'metrics_failures_total',
      help: 'Looks at a source of metrics that failed or were late: its metrics are absent then.',
      labelNames: ['source'] as const,
      registers: [registry],
    });
    for (const source of SOURCES) this.failures.inc({ source }, 0);
  }

  at<Found>(source: (typeof SOURCES)[number], look: () => Promise<Found>): SampledCheck<Found> {
    return new SampledCheck(look, () => this.failures.inc({ source }));
  }
}
