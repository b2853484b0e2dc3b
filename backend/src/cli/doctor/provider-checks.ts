import { randomBytes } from 'node:crypto';
import { AiFailed } from '../../assistant/ai-model.js';
import { openAiModel } from '../../assistant/openai-model.js';
import { MailFailed, type MailFault } from '../../mail/mail-transport.js';
import { SendGridTransport } from '../../mail/sendgrid/sendgrid.transport.js';
import { SmtpTransport } from '../../mail/smtp.transport.js';
import { timestampRoots } from '../../pades/create-seal.js';
import { requestTimestamp, TimestampFailed } from '../../pades/timestamp.js';
import { stripeOf } from '../../payments/provider-of.js';
import type { MailRoute } from '../../platform/config/mail-config.js';
import { type Check, fault, notConfigured, ok, type Seen, warning } from './check.js';
import { answerMs, type Given } from './given.js';
import { seePaymentEvents } from './payment-events-check.js';

const SMTP = 'Check that the server of SMTP_URL runs, and that host, port, user name and password are right.';
const SENDGRID = 'Check SENDGRID_API_KEY and SENDGRID_API_BASE; the key needs the permission mail.send.';
const MAIL_TODO: Readonly<Record<MailRoute['way'], string>> = {
  smtp: SMTP,
  sendgrid: SENDGRID,
  mailbox: SMTP,
};
const STRIPE = 'Check STRIPE_SECRET_KEY; a restricted key needs the permission to read payment intents.';
const AI = 'Check OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL.';
const TSA = 'Check TSA_URL and TSA_CA.';

type SendGridRoute = Extract<MailRoute, { way: 'sendgrid' }>;

const MAIL_FAULTS: Readonly<Record<MailFault, string>> = {
  mail_unreachable: 'cannot be reached, or does not answer as expected',
  mail_setup: 'refuses the login, or its certificate is not trusted',
  mail_refused: 'refuses the request',
};

/** Reports a mail fault in our own words. */
async function mailSeen(who: string, todo: string, look: () => Promise<Seen>): Promise<Seen> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof MailFailed) return fault(`${who} ${MAIL_FAULTS[error.code]}.`, todo);
    throw error;
  }
}

function seeSmtp(url: string, given: Given): Promise<Seen> {
  const within = answerMs(given);
  const { mailFrom: from } = given.config;
  const transport = new SmtpTransport({ url, from, connectMs: within, silenceMs: within });
  return mailSeen('The mail server', SMTP, async () => {
    try {
      await transport.greet();
    } finally {
      transport.close();
    }
    const hasLogin = new URL(url).username !== '';
    return ok(hasLogin ? 'The mail server answers and accepts the login.' : 'The mail server answers.');
  });
}

function seeSendGrid(route: SendGridRoute, given: Given): Promise<Seen> {
  const limits = { connectMs: answerMs(given), answerMs: answerMs(given) };
  const { clock, config } = given;
  const transport = new SendGridTransport({ ...route, from: config.mailFrom, clock, ...limits });
  return mailSeen('SendGrid', SENDGRID, async () => {
    const scopes = await transport.scopes();
    return scopes.includes('mail.send')
      ? ok('SendGrid accepts the key, and the key may send mails.')
      : fault('SendGrid accepts the key, but the key may not send mails.', SENDGRID);
  });
}

async function seeMail(given: Given): Promise<Seen> {
  const { mailRoute: route } = given.config;
  switch (route.way) {
    case 'smtp':
      return seeSmtp(route.url, given);
    case 'sendgrid':
      return seeSendGrid(route, given);
    case 'mailbox':
      return notConfigured('No mail server is configured: mails stay in the database.');
  }
}

/** Reports Stripe's error without its message, which may contain a key. */
function stripeFault(error: unknown): Seen {
  const { type, statusCode } = error as { readonly type?: unknown; readonly statusCode?: unknown };
  const isRefusal = statusCode === 401 || statusCode === 403;
  if (isRefusal) return fault(`Stripe refuses STRIPE_SECRET_KEY (status ${statusCode}).`, STRIPE);
  return fault(
    `A request to Stripe failed (${typeof type === 'string' ? type : 'no answer'}).`,
    'Check that this machine can reach api.stripe.com.',
  );
}

async function seePayments(given: Given): Promise<Seen> {
  const { config } = given;
  const stripe = await stripeOf(config);
  if (stripe === undefined) return notConfigured('The sandbox is used instead of Stripe: no money moves.');
  try {
    await stripe.paymentIntents.list({ limit: 1 }, { maxNetworkRetries: 0, timeout: answerMs(given) });
  } catch (error) {
    return stripeFault(error);
  }
  return ok(
    config.testMode
      ? 'Stripe accepts the key. It is for tests: no money moves.'
      : 'Stripe accepts the key. It is for real money.',
  );
}

async function seeAi(given: Given, signal: AbortSignal): Promise<Seen> {
  const { ai } = given.config;
  const model = await openAiModel(ai);
  if (model === undefined || ai === undefined) return notConfigured('No AI provider is configured.');
  const within = AbortSignal.any([signal, AbortSignal.timeout(answerMs(given))]);
  try {
    const listed = await model.isListed(within);
    if (listed === false) return warning(`${ai.provider} does not list the model of OPENAI_MODEL.`, AI);
    return ok(`${ai.provider} answers${listed === true ? ' and lists the model' : ''}.`);
  } catch (error) {
    if (!(error instanceof AiFailed)) throw error;
    return fault(`A request to ${ai.provider} failed (${error.fault}).`, AI);
  }
}

async function seeAuthority(given: Given): Promise<Seen> {
  const { clock, config } = given;
  const { tsaUrl, tsaCa } = config;
  if (tsaUrl === undefined)
    return notConfigured('TSA_URL is not set: seals carry no timestamp of an authority.');
  try {
    const roots = await timestampRoots(tsaCa);
    await requestTimestamp({ url: tsaUrl, roots, clock, withinMs: answerMs(given) }, randomBytes(32));
    return ok('The authority issues timestamps that can be verified.');
  } catch (error) {
    if (error instanceof TimestampFailed)
      return fault(`The authority of TSA_URL issued no timestamp that can be used (${error.code}).`, TSA);
    throw error;
  }
}

/** Checks of external providers. They send nothing but requests for an answer. */
export const providerChecks = (given: Given): readonly Check[] => [
  { name: 'mail', todo: MAIL_TODO[given.config.mailRoute.way], look: () => seeMail(given) },
  { name: 'payments', todo: STRIPE, look: () => seePayments(given) },
  { name: 'payment events', needs: ['payments'], todo: STRIPE, look: () => seePaymentEvents(given) },
  { name: 'AI provider', todo: AI, look: (signal) => seeAi(given, signal) },
  { name: 'time-stamp authority', todo: TSA, look: () => seeAuthority(given) },
];
