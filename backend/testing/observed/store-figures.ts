import type TestAgent from 'supertest/lib/agent.js';

/** Metrics of the event store's health. */
export interface StoreFigures {
  /** Smallest lag of a subscription in seconds; NaN if `/metrics` has none. */
  readonly lag: number;
  readonly failures: number;
  /** Age of the oldest pending call in seconds. */
  readonly oldestPending: number;
}

export async function storeFigures(browser: TestAgent): Promise<StoreFigures> {
  const { text } = await browser.get('/metrics').set('host', 'localhost').expect(200);
  const values = (name: string): number[] =>
    [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'gm'))].map(([, value]) => Number(value));
  const lags = values('subscription_lag_seconds');
  return {
    lag: lags.length === 0 ? Number.NaN : Math.min(...lags),
    failures: values('event_store_failures_total').reduce((sum, value) => sum + value, 0),
    oldestPending: Math.max(...values('event_store_oldest_pending_seconds')),
  };
}
