import type { AdminAnalyticsView, AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import type { DayRange } from '@siegel/contracts/analytics/days';

export type RangeFigures = Pick<AnalyticsSummaryView, 'totalPageViews' | 'pageViewsByPage' | 'funnelMetrics'>;

/** Of vouchers what names nobody: no code, no recipient. */
export interface VoucherFigures {
  readonly states: { readonly available: number; readonly used: number; readonly expired: number };
  /** The newest months, latest first; `month` is `YYYY-MM` in Europe/Berlin. */
  readonly months: readonly { readonly month: string; readonly issued: number; readonly used: number }[];
}

export interface ObligationFigures {
  readonly total: number;
  /** Oldest first, the first ones of them. */
  readonly oldest: readonly {
    readonly kind: string;
    /** ISO 8601 UTC. */
    readonly since: string;
    readonly ndaId: string | null;
  }[];
}

/** What the assistant can look up: figures, and nothing that names anybody (rule:assistant-sees-figures-only). */
export interface ServiceFigures {
  /** Days of Europe/Berlin, both included. */
  between(range: DayRange): Promise<RangeFigures>;
  now(): Promise<AdminAnalyticsView>;
  vouchers(): Promise<VoucherFigures>;
  obligations(): Promise<ObligationFigures>;
}

/** Bound in app/, where the folders that know the figures meet. */
export const SERVICE_FIGURES = Symbol('ServiceFigures');
