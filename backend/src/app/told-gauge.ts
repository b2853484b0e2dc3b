import { Gauge, type Registry } from 'prom-client';

/** A value, with the values of the labels in their order. */
export type Told = readonly [value: number, ...labels: string[]];

/** A gauge that is made anew at each look: what is not told any more is absent. */
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
      // Without labels it would be 0.
      if (labelNames.length === 0) gauge.remove();
      for (const [value, ...labels] of told) gauge.labels(...labels).set(value);
    },
  });
}
