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
import { type Check, fault, notConfigured, ok, type CheckResult, warning } from './check.js';
import { answerMs, type Context } from './context.js';
import { checkPaymentEvents } from './payment-events-check.js';

const SMTP =
  'Check that the mail server named in SMTP_URL is running, and that host, port, user name and password are right.';
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

/** Runs `check`. If the mail provider fails, describes the fault in the doctor's own words. */
async function mailResult(
  who: string,
  todo: string,
  check: () => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof MailFailed) return fault(`${who} ${MAIL_FAULTS[error.code]}.`, todo);
    throw error;
  }
}

function checkSmtp(url: string, context: Context): Promise<CheckResult> {
  const within = answerMs(context);
  const { mailFrom: from } = context.config;
  const transport = new SmtpTransport({ url, from, connectMs: within, silenceMs: within });
  return mailResult('The mail server', SMTP, async () => {
    try {
      await transport.greet();
    } finally {
      transport.close();
    }
    const hasLogin = new URL(url).username !== '';
    return ok(hasLogin ? 'The mail server answers and accepts the login.' : 'The mail server answers.');
  });
}

function checkSendGrid(route: SendGridRoute, context: Context): Promise<CheckResult> {
  const limits = { connectMs: answerMs(context), answerMs: answerMs(context) };
  const { clock, config } = context;
  const transport = new SendGridTransport({ ...route, from: config.mailFrom, clock, ...limits });
  return mailResult('SendGrid', SENDGRID, async () => {
    const scopes = await transport.scopes();
    return scopes.includes('mail.send')
      ? ok('SendGrid accepts the key, and the key has the permission to send mails.')
      : fault('SendGrid accepts the key, but the key lacks the permission to send mails.', SENDGRID);
  });
}

async function checkMail(context: Context): Promise<CheckResult> {
  const { mailRoute: route } = context.config;
  switch (route.way) {
    case 'smtp':
      return checkSmtp(route.url, context);
    case 'sendgrid':
      return checkSendGrid(route, context);
    case 'mailbox':
      return notConfigured('No mail server is configured: mails stay in the database.');
  }
}

/** Reports Stripe's error without its message, which may contain a key. */
function stripeFault(error: unknown): CheckResult {
  const { type, statusCode } = error as { readonly type?: unknown; readonly statusCode?: unknown };
  const isRefusal = statusCode === 401 || statusCode === 403;
  if (isRefusal) return fault(`Stripe refuses STRIPE_SECRET_KEY (status ${statusCode}).`, STRIPE);
  return fault(
    `A request to Stripe failed (${typeof type === 'string' ? type : 'no answer'}).`,
    'Check that this machine can reach api.stripe.com.',
  );
}

async function checkPayments(context: Context): Promise<CheckResult> {
  const { config } = context;
  const stripe = await stripeOf(config);
  if (stripe === undefined) return notConfigured('The sandbox is used instead of Stripe: no money moves.');
  try {
    await stripe.paymentIntents.list({ limit: 1 }, { maxNetworkRetries: 0, timeout: answerMs(context) });
  } catch (error) {
    return stripeFault(error);
  }
  return ok(
    config.testMode
      ? 'Stripe accepts the key. It is a test key: no money moves.'
      : 'Stripe accepts the key. It is a live key: payments move real money.',
  );
}

async function checkAi(context: Context, signal: AbortSignal): Promise<CheckResult> {
  const { ai } = context.config;
  const model = await openAiModel(ai);
  if (model === undefined || ai === undefined) return notConfigured('No AI provider is configured.');
  const within = AbortSignal.any([signal, AbortSignal.timeout(answerMs(context))]);
  try {
    const listed = await model.isListed(within);
    if (listed === false)
      return warning(`${ai.provider} does not list the model that OPENAI_MODEL names.`, AI);
    return ok(`${ai.provider} answers${listed === true ? ' and lists the model' : ''}.`);
  } catch (error) {
    if (!(error instanceof AiFailed)) throw error;
    return fault(`A request to ${ai.provider} failed (${error.fault}).`, AI);
  }
}

async function checkAuthority(context: Context): Promise<CheckResult> {
  const { clock, config } = context;
  const { tsaUrl, tsaCa } = config;
  if (tsaUrl === undefined)
    return notConfigured('TSA_URL is not set: seals carry no timestamp from an authority.');
  try {
    const roots = await timestampRoots(tsaCa);
    await requestTimestamp({ url: tsaUrl, roots, clock, withinMs: answerMs(context) }, randomBytes(32));
    return ok('The time-stamp authority issues timestamps that can be verified.');
  } catch (error) {
    if (error instanceof TimestampFailed)
      return fault(
        `The time-stamp authority named in TSA_URL issued no usable timestamp (${error.code}).`,
        TSA,
      );
    throw error;
  }
}

/**
 * Returns the checks of external providers. The requests that these checks send change nothing at the
 * provider.
 */
export const providerChecks = (context: Context): readonly Check[] => [
  { name: 'mail', todo: MAIL_TODO[context.config.mailRoute.way], run: () => checkMail(context) },
  { name: 'payments', todo: STRIPE, run: () => checkPayments(context) },
  { name: 'payment events', needs: ['payments'], todo: STRIPE, run: () => checkPaymentEvents(context) },
  { name: 'AI provider', todo: AI, run: (signal) => checkAi(context, signal) },
  { name: 'time-stamp authority', todo: TSA, run: () => checkAuthority(context) },
];
