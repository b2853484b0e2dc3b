import { DAY_MS } from '@siegel/contracts/limits';
import { isLoopbackHost } from '../../platform/network/ip-address.js';
import type { Config } from '../../platform/config/config.js';
import { type Check, fault, notConfigured, notTried, ok, type CheckResult, warning } from './check.js';
import { answerMs, type Context } from './context.js';
import { shownCertificate, type ShownCertificate } from './shown-certificate.js';

/** An automatic renewal should have replaced a certificate this many days before it expires. */
const RENEWED_BY = 14;

const REACH = 'Check the proxy, DNS and the firewall in front of PUBLIC_URL.';
const HAND_ON = 'The proxy must forward everything below /api/ unchanged.';
const RENEW = 'Renew the certificate at the proxy, where TLS ends.';

/** Pure. */
export function checkCertificate({ validTo, problem }: ShownCertificate, now: Date): CheckResult {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const until = validTo.toISOString().slice(0, 10);
  if (days < 0) return fault(`The certificate of PUBLIC_URL expired on ${until}.`, RENEW);
  if (problem !== undefined)
    return fault(`The certificate of PUBLIC_URL is not trusted (${problem}).`, RENEW);
  const says = `The certificate of PUBLIC_URL expires on ${until}, in ${days} days`;
  return days < RENEWED_BY
    ? warning(
        `${says}. Certificates should be renewed at least ${RENEWED_BY} days before they expire.`,
        RENEW,
      )
    : ok(`${says}.`);
}

async function checkTls(context: Context, signal: AbortSignal): Promise<CheckResult> {
  const { clock, config } = context;
  if (!config.https) return notConfigured('PUBLIC_URL is not https.');
  const { hostname: host, port } = new URL(config.publicUrl);
  const server = { host, port: port === '' ? 443 : Number(port) };
  const shown = await shownCertificate(server, answerMs(context), signal);
  return shown === undefined
    ? notTried('PUBLIC_URL does not answer over TLS.')
    : checkCertificate(shown, clock.now());
}

type Asked = Pick<RequestInit, 'method' | 'body' | 'headers'>;

/** Returns the status and the JSON body of the response; undefined if there is no HTTP response. */
async function answerOf(
  context: Context,
  path: string,
  signal: AbortSignal,
  asked: Asked = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> } | undefined> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(answerMs(context))]);
    const answer = await fetch(`${context.config.publicUrl}${path}`, {
      ...asked,
      redirect: 'manual',
      signal: within,
    });
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
    return { status: answer.status, body: body ?? {} };
  } catch {
    return undefined;
  }
}

/**
 * True if PUBLIC_URL is a loopback address but the proxy is on another machine. PUBLIC_URL then cannot be
 * reached from here.
 */
const isOfAnotherMachine = ({ publicUrl, trustProxy }: Config): boolean =>
  isLoopbackHost(new URL(publicUrl).host) &&
  trustProxy.some((proxy) => !/^(127\.|::1|localhost)/.test(proxy));

async function checkAddress(context: Context, signal: AbortSignal): Promise<CheckResult> {
  const { config } = context;
  const answer = await answerOf(context, '/health/live', signal);
  if (answer === undefined && isOfAnotherMachine(config))
    return notTried(
      `PUBLIC_URL ${config.publicUrl} is an address of the local machine, so this check cannot test it. If browsers on other machines use the service, set PUBLIC_URL to the address that they use.`,
    );
  if (answer === undefined)
    return fault(`PUBLIC_URL ${config.publicUrl} does not answer a request from this machine.`, REACH);
  const { status, body } = answer;
  return status === 200 && body['status'] === 'up'
    ? ok(`This service answers at ${config.publicUrl}.`)
    : fault(
        `PUBLIC_URL ${config.publicUrl} answers with status ${status}, but the answer does not come from this service.`,
        REACH,
      );
}

/** Sends an unsigned request. The webhook must refuse the request with this service's error code. */
async function checkWebhook(context: Context, path: string, signal: AbortSignal): Promise<CheckResult> {
  const { publicUrl } = context.config;
  const headers = { 'content-type': 'application/json' };
  const answer = await answerOf(context, path, signal, { method: 'POST', body: '{}', headers });
  if (answer === undefined) return fault(`${publicUrl}${path} does not answer.`, REACH);
  const { status, body } = answer;
  return body['code'] === 'webhook_signature'
    ? ok(`${publicUrl}${path} answers, and refuses unsigned calls.`)
    : fault(
        `${publicUrl}${path} answers with status ${status}, but the answer does not come from our webhook.`,
        HAND_ON,
      );
}

/** Returns the checks of the service's public addresses, which browsers and providers call. */
export const webChecks = (context: Context): readonly Check[] => {
  const { stripe, sendGridWebhookKey } = context.config;
  const webhook = (name: string, path: string, isConfigured: boolean, otherwise: string): Check => ({
    name,
    needs: isConfigured ? ['public address'] : [],
    todo: HAND_ON,
    run: async (signal) => (isConfigured ? checkWebhook(context, path, signal) : notConfigured(otherwise)),
  });
  return [
    { name: 'TLS certificate', todo: RENEW, run: (signal) => checkTls(context, signal) },
    {
      name: 'public address',
      needs: ['backends', 'TLS certificate'],
      todo: REACH,
      run: (signal) => checkAddress(context, signal),
    },
    webhook('payment webhook', '/api/webhooks/stripe', stripe !== undefined, 'Stripe is not configured.'),
    webhook(
      'mail webhook',
      '/api/webhooks/sendgrid',
      sendGridWebhookKey !== undefined,
      'SENDGRID_WEBHOOK_PUBLIC_KEY is not set.',
    ),
  ];
};
