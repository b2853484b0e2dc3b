import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEEDED_EVENTS } from '../../payments/stripe/webhook-events.js';
import { type Endpoint, checkEndpoints } from './payment-events-check.js';

const PAGE = readFileSync(join(__dirname, '../../../../docs/operations/providers.md'), 'utf8');
const URL = 'https://nda.example/api/webhooks/stripe';
type Events = Endpoint['enabled_events'];
const endpoint = (enabled_events: readonly string[], url = URL, status = 'enabled'): Endpoint => ({
  url,
  status,
  enabled_events: enabled_events as Events,
});

describe('the check of the events that Stripe sends', () => {
  it('is ok if the endpoints of this address together get every event that the service handles', () => {
    expect(checkEndpoints([endpoint(NEEDED_EVENTS)], URL).state).toBe('ok');
    expect(checkEndpoints([endpoint(['*'])], URL).state).toBe('ok');
    expect(
      checkEndpoints([endpoint(NEEDED_EVENTS.slice(4)), endpoint(NEEDED_EVENTS.slice(0, 4))], URL).state,
    ).toBe('ok');
  });

  it('needs exactly the events that the page for operators lists', () => {
    const line = PAGE.split('\n').find((one) => one.includes('Add an endpoint')) ?? '';
    const named = [...line.matchAll(/`((?:payment_intent|charge|refund)\.[a-z_.]+)`/g)].map(
      ([, type]) => type,
    );
    expect(named).toEqual(NEEDED_EVENTS);
  });

  it.each(NEEDED_EVENTS)('names a missing event: %s', (type) => {
    const seen = checkEndpoints([endpoint(NEEDED_EVENTS.filter((one) => one !== type))], URL);
    expect(seen).toMatchObject({ state: 'warning', todo: expect.stringContaining('providers.md') });
    expect(seen.says).toBe(`Stripe does not send these events to ${URL}: ${type}.`);
  });

  it('warns if no enabled endpoint has this address', () => {
    const others = [
      endpoint(['*'], 'https://other.example/api/webhooks/stripe'),
      endpoint(['*'], URL, 'disabled'),
    ];
    for (const endpoints of [[], others])
      expect(checkEndpoints(endpoints, URL)).toMatchObject({
        state: 'warning',
        says: expect.stringContaining('no enabled endpoint'),
      });
  });
});
