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

const SMTP = 'Compare SMTP_URL: host, port, name and password; is the server running?';
const SENDGRID = 'Compare SENDGRID_API_KEY and SENDGRID_API_BASE; the key needs the right mail.send.';
const MAIL_TODO: Readonly<Record<MailRoute['way'], string>> = {
  smtp: SMTP,
  sendgrid: SENDGRID,
  mailbox: SMTP,
};
const STRIPE = 'Compare STRIPE_SECRET_KEY; a restricted key needs to read payment intents.';
const AI = 'Compare OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL.';
const TSA = 'Compare TSA_URL and TSA_CA.';

type SendGridRoute = Extract<MailRoute, { way: 'sendgrid' }>;

const MAIL_FAULTS: Readonly<Record<MailFault, string>> = {
  mail_unreachable: 'cannot be reached, or does not answer as it should',
  mail_setup: 'refuses us: the login or its certificate',
  mail_refused: 'refuses us',
};

/** What goes wrong is told in our own words. */
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
    return ok(hasLogin ? 'The mail server greets us and lets us in.' : 'The mail server greets us.');
  });
}

function seeSendGrid(route: SendGridRoute, given: Given): Promise<Seen> {
  const limits = { connectMs: answerMs(given), answerMs: answerMs(given) };
  const { clock, config } = given;
  const transport = new SendGridTransport({ ...route, from: config.mailFrom, clock, ...limits });
  return mailSeen('SendGrid', SENDGRID, async () => {
    const scopes = await transport.scopes();
    return scopes.includes('mail.send')
      ? ok('SendGrid knows the key, which may send.')
      : fault('SendGrid knows the key, which may not send.', SENDGRID);
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
      return notConfigured('Mails stay in the database.');
  }
}

/** Its words may name a key. */
function stripeFault(error: unknown): Seen {
  const { type, statusCode } = error as { readonly type?: unknown; readonly statusCode?: unknown };
  const isRefusal = statusCode === 401 || statusCode === 403;
  if (isRefusal) return fault(`Stripe refuses the key (${statusCode}).`, STRIPE);
  return fault(
    `Stripe cannot be asked (${typeof type === 'string' ? type : 'no answer'}).`,
    'Is api.stripe.com reached from here?',
  );
}

async function seePayments(given: Given): Promise<Seen> {
  const { config } = given;
  const stripe = await stripeOf(config);
  if (stripe === undefined) return notConfigured('The sandbox stands in: no money moves.');
  try {
    await stripe.paymentIntents.list({ limit: 1 }, { maxNetworkRetries: 0, timeout: answerMs(given) });
  } catch (error) {
    return stripeFault(error);
  }
  return ok(
    config.testMode
      ? 'Stripe knows the key, which is for tests: no money moves.'
      : 'Stripe knows the key, which is for real money.',
  );
}

async function seeAi(given: Given, signal: AbortSignal): Promise<Seen> {
  const { ai } = given.config;
  const model = await openAiModel(ai);
  if (model === undefined || ai === undefined) return notConfigured('Nothing is asked of an AI provider.');
  const within = AbortSignal.any([signal, AbortSignal.timeout(answerMs(given))]);
  try {
    const listed = await model.isListed(within);
    if (listed === false) return warning(`${ai.provider} does not list OPENAI_MODEL.`, AI);
    return ok(`${ai.provider} answers${listed === true ? ', and lists the model' : ''}.`);
  } catch (error) {
    if (!(error instanceof AiFailed)) throw error;
    return fault(`${ai.provider} cannot be asked (${error.fault}).`, AI);
  }
}

async function seeAuthority(given: Given): Promise<Seen> {
  const { clock, config } = given;
  const { tsaUrl, tsaCa } = config;
  if (tsaUrl === undefined) return notConfigured('Seals carry no timestamp of an authority.');
  try {
    const roots = await timestampRoots(tsaCa);
    await requestTimestamp({ url: tsaUrl, roots, clock, withinMs: answerMs(given) }, randomBytes(32));
    return ok('It gives timestamps that can be verified.');
  } catch (error) {
    if (error instanceof TimestampFailed) return fault(`No timestamp can be had: ${error.code}.`, TSA);
    throw error;
  }
}

/** Whoever else runs something for this service; nothing is sent but what asks for an answer. */
export const providerChecks = (given: Given): readonly Check[] => [
  { name: 'mail', todo: MAIL_TODO[given.config.mailRoute.way], look: () => seeMail(given) },
  { name: 'payments', todo: STRIPE, look: () => seePayments(given) },
  { name: 'payment events', needs: ['payments'], todo: STRIPE, look: () => seePaymentEvents(given) },
  { name: 'AI provider', todo: AI, look: (signal) => seeAi(given, signal) },
  { name: 'time-stamp authority', todo: TSA, look: () => seeAuthority(given) },
];
