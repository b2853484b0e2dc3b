import { isIP } from 'node:net';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { ecPublicKey } from '../crypto/ec-public-key.js';
import { isLoopbackHost } from '../network/ip-address.js';
import type { EnvironmentReader } from './environment-reader.js';

const SENDGRID_BASE = 'https://api.sendgrid.com';
/**
 * The mail provider's name as users read it if mail goes through SendGrid and MAIL_PROVIDER_NAME is not set.
 */
const SENDGRID_NAME = 'SendGrid (Twilio)';

/**
 * The route of outgoing mail. With `mailbox`, mails stay in the database and reach nobody. To add a route,
 * add a member: the compiler then names all code that must handle it.
 */
export type MailRoute =
  | { readonly way: 'smtp'; readonly url: string }
  | { readonly way: 'sendgrid'; readonly apiKey: string; readonly apiBase: string }
  | { readonly way: 'mailbox' };

/** The settings for outgoing mail. */
export interface MailConfig {
  readonly mailFrom: string;
  readonly mailRoute: MailRoute;
  /**
   * The public key that verifies SendGrid's reports. It is read even if mail no longer goes through SendGrid.
   */
  readonly sendGridWebhookKey: string | undefined;
  /** The mail provider's name; null if there is no provider. */
  readonly mailReceiver: string | null;
}

/** @param host the host of PUBLIC_URL */
export function readMail(read: EnvironmentReader, host: string): MailConfig {
  const mailRoute = readRoute(read);
  return {
    mailFrom: read.email('MAIL_FROM') ?? `${PRODUCT_NAME} <no-reply@${host}>`,
    mailRoute,
    sendGridWebhookKey: readWebhookKey(read),
    mailReceiver: readMailReceiver(read, mailRoute),
  };
}

function readRoute(read: EnvironmentReader): MailRoute {
  const [first, second] = [readSmtp(read), readSendGrid(read)].filter((route) => route !== undefined);
  if (second !== undefined)
    read.problem(
      'SMTP_URL and SENDGRID_API_KEY are both set, but mails have only one provider. Remove one of them.',
    );
  return first ?? { way: 'mailbox' };
}

function readSmtp(read: EnvironmentReader): MailRoute | undefined {
  const url = read.address('SMTP_URL', ['smtp:', 'smtps:']);
  return url === undefined ? undefined : { way: 'smtp', url };
}

function readSendGrid(read: EnvironmentReader): MailRoute | undefined {
  const apiKey = read.text('SENDGRID_API_KEY');
  const apiBase = readApiBase(read);
  if (apiKey === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    read.problem('SENDGRID_API_KEY: expected one word, as SendGrid shows it (SG.…).');
  if (read.text('MAIL_FROM') === undefined)
    read.problem('MAIL_FROM: missing. SendGrid accepts mail only from a sender that it knows.');
  return { way: 'sendgrid', apiKey, apiBase };
}

/** Refuses plain http to another machine, because each call carries the key. */
function readApiBase(read: EnvironmentReader): string {
  const url = read.url('SENDGRID_API_BASE', ['https:', 'http:']);
  if (url === undefined) return SENDGRID_BASE;
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!isOrigin)
    read.problem(
      'SENDGRID_API_BASE: expected only scheme and host, without /v3, as in https://api.eu.sendgrid.com.',
    );
  if (url.protocol === 'http:' && !isLoopbackHost(url.host))
    read.problem('SENDGRID_API_BASE: expected https://, because each call carries the key.');
  return url.origin;
}

function readWebhookKey(read: EnvironmentReader): string | undefined {
  const key = read.text('SENDGRID_WEBHOOK_PUBLIC_KEY');
  if (key !== undefined && ecPublicKey(key) === undefined)
    read.problem(
      'SENDGRID_WEBHOOK_PUBLIC_KEY: expected the verification key of the signed event webhook, as SendGrid shows it (base64 or PEM, on the curve P-256).',
    );
  return key;
}

/**
 * Returns the mail provider's name as users read it: the configured name, SendGrid's name, or the host of the
 * mail server. Returns null if no third party gets the mail. A mail server without a public name is assumed
 * to be the operator's own.
 */
function readMailReceiver(read: EnvironmentReader, route: MailRoute): string | null {
  const name = read.text('MAIL_PROVIDER_NAME');
  switch (route.way) {
    case 'smtp':
      return name ?? publicHostOf(route.url);
    case 'sendgrid':
      return name ?? SENDGRID_NAME;
    case 'mailbox':
      return null;
  }
}

function publicHostOf(url: string): string | null {
  const { hostname } = new URL(url);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : null;
}
