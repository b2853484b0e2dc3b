import { limitOfRoute, LIMITS } from './rate-limits.js';

describe('the limit of a route', () => {
  it.each([
    ['/*', 'pages'],
    ['/health/ready', 'health'],
    ['/metrics', 'health'],
    ['/api/ndas/:id', 'general'],
    ['/api/webhooks/stripe', 'webhooks'],
    ['/api/webhooks/sendgrid', 'webhooks'],
    ['/healthy', 'general'],
    ['unknown', 'general'],
  ])('%s is %s', (route, limit) => expect(limitOfRoute(route)).toBe(limit));

  it('lets a provider report 50 times a second from one address', () => {
    const { max, seconds } = LIMITS.webhooks;
    expect(max / seconds).toBeGreaterThan(50);
  });
});
