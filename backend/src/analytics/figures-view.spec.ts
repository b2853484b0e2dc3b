import { adminFigures, type DaySum, summaryOf } from './figures-view.js';

const step = (day: string, name: string, value: number): DaySum => ({ kind: 'step', day, name, value });
const page = (name: string, value: number): DaySum => ({ kind: 'page', day: null, name, value });

describe('a summary', () => {
  it('has every page, every step, and the steps of each day', () => {
    const summary = summaryOf([
      step('2026-11-13', 'paid', 1),
      step('2026-11-12', 'created', 2),
      step('2026-11-13', 'created', 3),
      step('2026-11-12', 'view', 5),
      step('2026-11-12', 'signed', 0),
      page('faq', 4),
      page('home', 6),
    ]);
    expect(summary.totalPageViews).toBe(10);
    expect(summary.pageViewsByPage.map(({ page: name, count }) => `${name} ${count}`)).toEqual([
      'home 6',
      'faq 4',
      'about 0',
      'how-it-works 0',
      'contact 0',
      'legal 0',
      'privacy 0',
      'admin 0',
      'nda-wizard 0',
      'other 0',
    ]);
    expect(summary.funnelMetrics).toEqual([
      { eventType: 'view', count: 5 },
      { eventType: 'created', count: 5 },
      { eventType: 'signed', count: 0 },
      { eventType: 'paid', count: 1 },
    ]);
    expect(summary.daily.map(({ date, eventType, count }) => `${date} ${eventType} ${count}`)).toEqual([
      '2026-11-12 view 5',
      '2026-11-12 created 2',
      '2026-11-13 created 3',
      '2026-11-13 paid 1',
    ]);
  });

  it('counts a page that no longer exists as `other`', () =>
    expect(summaryOf([page('pricing', 2), page('other', 1)]).pageViewsByPage.at(-1)).toEqual({
      page: 'other',
      count: 3,
    }));
});

describe('the figures of the admin', () => {
  it('are zero before any event', () =>
    expect(adminFigures([])).toEqual({
      total: 0,
      byStatus: { draft: 0, party1_signed: 0, completed: 0, sent: 0 },
      payments: { total: 0, pending: 0, totalRevenue: 0 },
    }));

  it('are the sums, with the revenue in EUR', () =>
    expect(
      adminFigures([
        { name: 'status', part: 'draft', value: 3 },
        { name: 'status', part: 'sent', value: 2 },
        { name: 'all-paid', part: '', value: 2 },
        { name: 'payment-open', part: '', value: 1 },
        { name: 'revenue', part: '', value: 1_393_02 },
      ]),
    ).toEqual({
      total: 5,
      byStatus: { draft: 3, party1_signed: 0, completed: 0, sent: 2 },
      payments: { total: 2, pending: 1, totalRevenue: 1393.02 },
    }));
});
