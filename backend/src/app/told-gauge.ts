import { Gauge, type Registry } from 'prom-client';

/** A value, with the values of the labels in the order of their names. */
export type Told = readonly [value: number, ...labels: string[]];

/** A gauge that each scrape fills again: a series that is no longer reported is absent. */
export function toldGauge(
  registry: Registry,
  described: { readonly name: string; readonly help: string; readonly labelNames?: readonly string[] },
  tell: () => readonly Told[] | Promise<readonly Told[]>,
): void {
  const { labelNames = [], ...rest } = described;
  const gauge: Gauge = new Gauge({
    ...rest,
    labelNames: [...labelNames],
    registers: [registry],
    collect: async () => {
      const told = await tell();
      gauge.reset();
      // A gauge without labels would otherwise report 0.
      if (labelNames.length === 0) gauge.remove();
      for (const [value, ...labels] of told) gauge.labels(...labels).set(value);
    },
  });
}
