import type { ServiceFigures } from '../service-figures.js';

export const SAMPLE_NOW = '2026-11-26T12:00:00.000Z';

/** Sample figures. Nearly all of them differ from one another. */
export const sampleFigures: ServiceFigures = {
  between: async () => ({
    totalPageViews: 12,
    pageViewsByPage: [
      { page: 'home', count: 7 },
      { page: 'faq', count: 5 },
    ],
    funnelMetrics: [
      { eventType: 'view', count: 1250 },
      { eventType: 'created', count: 40 },
      { eventType: 'signed', count: 20 },
      { eventType: 'paid', count: 0 },
    ],
  }),
  now: async () => ({
    total: 20,
    byStatus: { draft: 10, party1_signed: 3, completed: 2, sent: 5 },
    payments: { total: 7, pending: 1, totalRevenue: 1234.5 },
  }),
  vouchers: async () => ({
    states: { available: 3, used: 2, expired: 1 },
    months: [{ month: '2026-11', issued: 4, used: 2 }],
  }),
  obligations: async () => ({
    total: 2,
    oldest: [
      { kind: 'refund', since: '2026-11-22T10:00:00.000Z', ndaId: '0190b6a5-0000-7000-8000-000000000001' },
      { kind: 'mail', since: '2026-11-26T11:00:00.000Z', ndaId: null },
    ],
  }),
};
