import { countsFunnelEvent, countsPageView } from './counting.js';

const visitor = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', refusesTracking: false };
const bot = { ...visitor, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' };

describe('counting', () => {
  it('includes a page view unless the visitor refuses tracking', () => {
    expect(countsPageView(visitor)).toBe(true);
    expect(countsPageView({ ...visitor, refusesTracking: true })).toBe(false);
    expect(countsPageView(bot)).toBe(false);
  });

  it('includes the opening of the wizard, but no other step, because those are events of the log', () => {
    expect(countsFunnelEvent('view', visitor)).toBe(true);
    expect(countsFunnelEvent('view', bot)).toBe(false);
    for (const fact of ['created', 'signed', 'paid'] as const)
      expect(countsFunnelEvent(fact, visitor)).toBe(false);
  });
});
