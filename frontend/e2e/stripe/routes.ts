import type { BrowserContext, Route } from '@playwright/test';
import { bankInFrame, cardInFrame, stripeInPage } from './in-page.js';

/** Behaviour of the provider's script, or the reason why the script does not run. */
export type Script = 'bank in a frame' | 'bank on a page' | 'refused' | 'silent';

export interface StripeHosts {
  /** A test may change this value at any time. The change takes effect when the script is loaded again. */
  script: Script;
  /** If true, the double carries out the next confirmation, but the response is lost. */
  loseAnswer: boolean;
  /**
   * All data that could reveal addresses of our pages to the provider. These are the request headers that the
   * provider's hosts receive, and the data that its scripts can read.
   */
  readonly read: string[];
}

const html = (work: () => void) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stripe</title><body><script>(${work.toString()})()</script></body></html>`;

/**
 * Responds to a browser's requests to Stripe's hosts. Stripe's script and its frames are doubles. They call
 * the double of Stripe's API, which the backend also uses.
 * @param api address of the double of Stripe's API
 */
export async function stripeHosts(context: BrowserContext, api: string): Promise<StripeHosts> {
  const hosts: StripeHosts = { script: 'bank in a frame', loseAnswer: false, read: [] };
  const headers = { 'access-control-allow-origin': '*' };
  const answer = (route: Route, work: () => void) =>
    route.fulfill({ contentType: 'text/html', headers, body: html(work) });
  const note = (route: Route) => hosts.read.push(JSON.stringify(route.request().headers()));

  await context.route('https://js.stripe.com/**', async (route) => {
    note(route);
    if (route.request().url().endsWith('/card.html')) return answer(route, cardInFrame);
    if (hosts.script === 'refused') return route.abort('blockedbyclient');
    if (hosts.script === 'silent') return undefined;
    const bank = hosts.script === 'bank on a page' ? 'page' : 'frame';
    const body = `(${stripeInPage.toString()})(${JSON.stringify(bank)})`;
    return route.fulfill({ contentType: 'text/javascript', headers, body });
  });
  await context.route('https://hooks.stripe.com/**', async (route) => {
    note(route);
    await answer(route, bankInFrame);
  });
  await context.route('https://api.stripe.com/**', async (route) => {
    note(route);
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const posted = request.postData() ?? '';
    if (pathname === '/v1/double/read') {
      hosts.read.push(posted);
      return route.fulfill({ status: 204, headers });
    }
    if (request.method() === 'GET') {
      const found = await fetch(`${api}${pathname}${search}`);
      return route.fulfill({ status: found.status, headers, json: await found.json() });
    }
    const form = new URLSearchParams(posted);
    const authenticated = form.get('authenticated');
    const done = await fetch(`${api}/double/confirm`, {
      method: 'POST',
      body: JSON.stringify({
        clientSecret: form.get('client_secret'),
        card: form.get('number'),
        ...(authenticated === null ? {} : { authenticated: authenticated === 'true' }),
      }),
    });
    if (hosts.loseAnswer) {
      hosts.loseAnswer = false;
      return route.abort('internetdisconnected');
    }
    return route.fulfill({ status: done.status, headers, json: await done.json() });
  });
  return hosts;
}
