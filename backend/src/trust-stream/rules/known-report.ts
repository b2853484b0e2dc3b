import type { KeptReport } from '../kept-report.events.js';
import type { RecordsState } from '../records.state.js';
import { isHold } from './hold.js';

/**
 * True if the report waits already. If two equal words about the legal hold come in succession, the first one
 * counts.
 */
export function isKnown(open: RecordsState['open'], key: string, { kind }: KeptReport): boolean {
  const lastHold = open.findLast(({ report }) => isHold(report.kind));
  return open.some((one) => one.key === key) || lastHold?.report.kind === kind;
}
