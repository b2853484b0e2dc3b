import { type DayRange, daysOf } from '@siegel/contracts/analytics/days';
import type { DailyFunnelCount } from '@siegel/contracts/analytics/views';
import { FUNNEL_EVENT_TYPES, type FunnelEventType } from '@siegel/contracts/enums';

export interface Line {
  readonly type: FunnelEventType;
  /** One count for each day. */
  readonly counts: readonly number[];
}

export interface Lines {
  /** `YYYY-MM-DD`, in ascending order. */
  readonly days: readonly string[];
  readonly lines: readonly Line[];
}

/** Returns one line for each step. The count of a day without events is 0. */
export function linesOf(range: DayRange, daily: readonly DailyFunnelCount[]): Lines {
  const days = daysOf(range);
  const found = new Map(daily.map(({ date, eventType, count }) => [`${date} ${eventType}`, count]));
  const lines = FUNNEL_EVENT_TYPES.map((type) => ({
    type,
    counts: days.map((day) => found.get(`${day} ${type}`) ?? 0),
  }));
  return { days, lines };
}

export interface LineSummary {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
}

export const summaryOf = ({ counts }: Line): LineSummary => ({
  first: counts[0] ?? 0,
  last: counts.at(-1) ?? 0,
  highest: counts.reduce((most, count) => Math.max(most, count), 0),
});

/**
 * Moves labels apart until all of them can be read. Each label stays as near as possible to its wanted
 * position.
 * @param wanted the wanted positions, in pixels from the top, in any order
 * @param room the last possible position, in pixels from the top
 * @param gap minimum distance between two labels, in pixels
 * @returns positions in the order of `wanted`
 */
export function spread(wanted: readonly number[], room: number, gap: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const positions = wanted.map((place) => Math.min(Math.max(place, 0), room));
  const positionOf = (index: number | undefined): number => positions[index ?? -1] ?? 0;
  // First push overlapping labels down. Then, if the last label is below the chart, push the labels up again.
  for (const [at, index] of order.entries())
    if (at > 0) positions[index] = Math.max(positionOf(index), positionOf(order[at - 1]) + gap);
  for (const [at, index] of [...order.entries()].reverse()) {
    const limit = at === order.length - 1 ? room : positionOf(order[at + 1]) - gap;
    positions[index] = Math.min(positionOf(index), limit);
  }
  return positions;
}
