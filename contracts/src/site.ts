import type { PaymentProviderName } from './enums.js';

/**
 * Where a browser keeps the session id under which page views are counted: in the storage of its tab, or in the memory
 * of the page alone (rule:analytics-session-may-stay-in-memory).
 */
export type AnalyticsSession = 'tab' | 'memory';

/** Somebody else who is given personal data, so that the service can do its work. */
export interface ReceiverView {
  role: 'payment' | 'mail' | 'ai';
  name: string;
}

/** Days after which things go. Null: they stay until somebody has them erased. */
export interface RetentionView {
  /** Drafts that nobody signed. */
  draftDays: number;
  /** Session and user agent of a page view. */
  visitorDays: number;
  /** Agreements that somebody signed and that never became complete, after the last act of a party. */
  unfinishedDays: number;
  /** Agreements that are complete. */
  completedDays: number | null;
}

/**
 * `GET /api/site`: who operates this installation, and what it can do (rule:operator-is-configuration). A value
 * that is not configured is null, and no page says anything of it; the imprint says that it is missing.
 */
export interface SiteView {
  operatorName: string | null;
  /** Lines of the postal address. */
  operatorAddress: string[];
  operatorEmail: string | null;
  operatorPhone: string | null;
  /** Register and number, VAT id and the like, one per line. */
  operatorDetails: string[];
  /** Shown only when the operator claims it as his own; the note says how it was collected. */
  rating: { value: number; count: number; note: string } | null;
  /** Who rewrites descriptions; null where nobody does. */
  ai: { provider: string } | null;
  /** In test mode no money moves. */
  payments: { provider: PaymentProviderName; testMode: boolean };
  receivers: ReceiverView[];
  /** Percent that prices include; `none` where the operator owes no VAT (§ 19 UStG). */
  vatRate: number | 'none' | null;
  retention: RetentionView;
}
