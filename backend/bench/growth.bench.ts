import type { BenchEnvironment } from './bench-environment.js';
import { GrowingService } from './growing-service.js';
import { growthLines, type Measured } from './growth-lines.js';
import type { Line } from './report.js';

/** What a service reads when it has been there for years, beside what it read when it was young. */

export const SIZES = [10_000, 100_000];

/** @param sizes numbers of events, each at least ten times the one before */
export async function benchGrowth(environment: BenchEnvironment, sizes: readonly number[]): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('growth');
  const service = new GrowingService({ databaseUrl, dataDir: environment.dataDir });
  try {
    const measured: Measured[] = [];
    for (const size of sizes) {
      process.stderr.write(`growth to ${size} events …\n`);
      measured.push({ size, figures: await service.at(size) });
    }
    return growthLines(measured);
  } finally {
    await service.end();
  }
}
