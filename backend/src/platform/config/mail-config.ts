import { isIP } from 'node:net';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { ecPublicKey } from '../crypto/ec-public-key.js';
import { isLoopbackHost } from '../ip-address.js';
import type { EnvironmentReader } from './environment-reader.js';

const SENDGRID_BASE = 'https://api.sendgrid.com';
/** As people are told who passes their mails on, unless the operator names its contracting party otherwise. */
const SENDGRID_NAME = 'SendGrid (Twilio)';

/** How mails leave the service: by SMTP, by SendGrid, or not at all. */
export interface MailConfig {
  readonly mailFrom: string;
  readonly smtpUrl: string | undefined;
  /** Never together with `smtpUrl`. */
  readonly sendGrid: { readonly apiKey: string; readonly apiBase: string } | undefined;
  /** With which SendGrid's reports are signed; also where mails no longer go out that way. */
  readonly sendGridWebhookKey: string | undefined;
  /** Who is given the mails to pass them on, by name; null: nobody. */
  readonly mailReceiver: string | null;
}

type Ways = Pick<MailConfig, 'smtpUrl' | 'sendGrid'>;

/** They are kept in the database. */
export const mailsGoNowhere = ({ smtpUrl, sendGrid }: Ways): boolean =>
  smtpUrl === undefined && sendGrid === undefined;

/** @param host of PUBLIC_URL */
export function readMail(read: EnvironmentReader, host: string): MailConfig {
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']) && read.text('SMTP_URL');
  const sendGrid = readSendGrid(read);
  if (sendGrid !== undefined && read.text('SMTP_URL') !== undefined)
    read.problem('SMTP_URL and SENDGRID_API_KEY are both set: mails go one way, so one of them must go.');
  return {
    mailFrom: read.email('MAIL_FROM') ?? `${PRODUCT_NAME} <no-reply@${host}>`,
    smtpUrl,
    sendGrid,
    sendGridWebhookKey: readWebhookKey(read),
    mailReceiver: readMailReceiver(read, { smtpUrl, sendGrid }),
  };
}

function readSendGrid(read: EnvironmentReader): MailConfig['sendGrid'] {
  const apiKey = read.text('SENDGRID_API_KEY');
  const apiBase = readApiBase(read);
  if (apiKey === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    read.problem('SENDGRID_API_KEY: expected one word, as SendGrid shows it (SG.…).');
  if (read.text('MAIL_FROM') === undefined)
    read.problem('MAIL_FROM: missing. SendGrid takes mail only from a sender that it knows.');
  return { apiKey, apiBase };
}

/** Never in the clear to another machine: each call carries the key. */
function readApiBase(read: EnvironmentReader): string {
  const url = read.url('SENDGRID_API_BASE', ['https:', 'http:']);
  if (url === undefined) return SENDGRID_BASE;
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!isOrigin)
    read.problem('SENDGRID_API_BASE: only scheme and host, without /v3, as in https://api.eu.sendgrid.com.');
  if (url.protocol === 'http:' && !isLoopbackHost(url.host))
    read.problem('SENDGRID_API_BASE: expected https://, since each call carries the key.');
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
 * The name of whoever passes mails on, as people are told it: the configured one, SendGrid's, or the host of
 * the mail server. Null where mails go to nobody else; a server without a public name is the operator's own.
 */
function readMailReceiver(read: EnvironmentReader, { smtpUrl, sendGrid }: Ways): string | null {
  const name = read.text('MAIL_PROVIDER_NAME');
  if (sendGrid !== undefined) return name ?? SENDGRID_NAME;
  if (smtpUrl === undefined) return null;
  const { hostname } = new URL(smtpUrl);
  return name ?? (hostname.includes('.') && isIP(hostname) === 0 ? hostname : null);
}
