import { Gauge, type Registry } from 'prom-client';

/** A value, with the values of the labels in the order of their names. */
export type GaugeSample = readonly [value: number, ...labels: string[]];

/** A gauge that each scrape fills again: a series that is no longer reported is absent. */
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
      // A gauge without labels would otherwise report 0.
      if (labelNames.length === 0) gauge.remove();
      for (const [value, ...labels] of samples) gauge.labels(...labels).set(value);
    },
  });
}
