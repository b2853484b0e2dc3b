import { Gauge, type Registry } from 'prom-client';

/** A value, followed by one value for each label, in the order of the label names. */
export type GaugeSample = readonly [value: number, ...labels: string[]];

/**
 * Registers a gauge whose values are read again at each scrape. A series that `read` no longer returns
 * disappears.
 */
export function snapshotGauge(
  registry: Registry,
  described: { readonly name: string; readonly help: string; readonly labelNames?: readonly string[] },
  read: () => readonly GaugeSample[] | Promise<readonly GaugeSample[]>,
): void {
  const { labelNames = [], ...rest } = described;
  const gauge: Gauge = new Gauge({
    ...rest,
    labelNames: [...labelNames],
    registers: [registry],
    collect: async () => {
      const samples = await read();
      gauge.reset();
      // Without this call, a gauge without labels would report 0 when there is no sample.
      if (labelNames.length === 0) gauge.remove();
      for (const [value, ...labels] of samples) gauge.labels(...labels).set(value);
    },
  });
}
