import type { AdminAnalyticsView, AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import type { DayRange } from '@siegel/contracts/analytics/days';

export type RangeFigures = Pick<AnalyticsSummaryView, 'totalPageViews' | 'pageViewsByPage' | 'funnelMetrics'>;

/** Figures about vouchers. They identify nobody: no code, no recipient. */
export interface VoucherFigures {
  readonly states: { readonly available: number; readonly used: number; readonly expired: number };
  /** Figures for the newest months, latest first; `month` is `YYYY-MM` in Europe/Berlin. */
  readonly months: readonly { readonly month: string; readonly issued: number; readonly used: number }[];
}

export interface ObligationFigures {
  readonly total: number;
  /** The oldest obligations, oldest first. */
  readonly oldest: readonly {
    readonly kind: string;
    /** ISO 8601 UTC. */
    readonly since: string;
    readonly ndaId: string | null;
  }[];
}

/**
 * The figures that the assistant can read. None of them identifies anybody
 * (rule:assistant-sees-figures-only).
 */
export interface ServiceFigures {
  /** @param range days in Europe/Berlin, both included */
  between(range: DayRange): Promise<RangeFigures>;
  now(): Promise<AdminAnalyticsView>;
  vouchers(): Promise<VoucherFigures>;
  obligations(): Promise<ObligationFigures>;
}

/** Injection token. It is bound in app/, which may import all folders that have the figures. */
export const SERVICE_FIGURES = Symbol('ServiceFigures');
