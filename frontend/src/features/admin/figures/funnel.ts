import type { FunnelCount } from '@siegel/contracts/analytics/views';
import { FUNNEL_EVENT_TYPES, type FunnelEventType } from '@siegel/contracts/enums';

export type FunnelCounts = Readonly<Record<FunnelEventType, number>>;

export function countsOf(metrics: readonly FunnelCount[]): FunnelCounts {
  const countOf = (type: FunnelEventType) => metrics.find(({ eventType }) => eventType === type)?.count ?? 0;
  return {
    view: countOf('view'),
    created: countOf('created'),
    signed: countOf('signed'),
    paid: countOf('paid'),
  };
}

export interface FunnelStep {
  readonly type: FunnelEventType;
  readonly count: number;
  /** The step's count divided by the greatest count of all steps, 0 to 1. */
  readonly width: number;
  /**
   * The step's count divided by the previous step's count. Null for the first step, and null if the previous
   * step's count is 0. The rate can exceed 1: if an agreement was begun before the range, only its later
   * steps are counted in the range.
   */
  readonly rate: number | null;
}

const over = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Returns the four steps with their widths, to scale. */
export function stepsOf(counts: FunnelCounts): FunnelStep[] {
  const widest = Math.max(1, ...Object.values(counts));
  return FUNNEL_EVENT_TYPES.map((type, index) => {
    const before = FUNNEL_EVENT_TYPES[index - 1];
    return {
      type,
      count: counts[type],
      width: counts[type] / widest,
      rate: before === undefined ? null : over(counts[type], counts[before]),
    };
  });
}

/** Returns payments divided by views. Null without views. */
export const overallRate = ({ paid, view }: FunnelCounts): number | null => over(paid, view);
