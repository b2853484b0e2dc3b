import { bringUpToDate, type UpToDateParts } from '../app/bring-up-to-date.js';
import type { Infrastructure } from '../app/infrastructure.js';
import type { Repaired } from '../proof/repair/repair-stream.js';

export interface AfterRepairParts extends UpToDateParts {
  readonly infrastructure: UpToDateParts['infrastructure'] & Pick<Infrastructure, 'records'>;
}

/** Brings everything up to date that was made from the events of repaired streams. */
export async function afterRepair(parts: AfterRepairParts, repaired: readonly Repaired[]): Promise<void> {
  // With the new records, this process believes what the operator decided.
  const { records } = parts.infrastructure;
  await records.read();
  for (const { stream } of repaired) records.opened(stream);
  await records.load();
  await bringUpToDate(parts, repaired);
}
