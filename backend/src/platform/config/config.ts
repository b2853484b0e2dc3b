import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { AnalyticsSession } from '@siegel/contracts/site';
import { type AiConfig, readAi } from './ai-config.js';
import { EnvironmentReader } from './environment-reader.js';
import { isLoopbackHost } from '../network/ip-address.js';
import { UsageError } from '../errors/operator-error.js';
import { readLogOrigin } from './log-origin.js';
import { type MailConfig, readMail } from './mail-config.js';
import { type PaymentConfig, readPayments } from './payment-config.js';
import { type OperatorConfig, readOperator, requireOrderFacts } from './site-config.js';
import { readTracing, type TracingConfig } from './tracing-config.js';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** Secrets on which no stored data depends. They can be changed without naming the old value. */
const CHANGEABLE_SECRETS = ['ADMIN_PASSWORD', 'AUDITOR_PASSWORD', 'SEAL_P12'] as const;
const ENVIRONMENTS = ['development', 'test', 'production'] as const;

/**
 * Retention in days (rule:unsigned-drafts-are-erased, rule:visitors-are-forgotten, rule:voucher-key-goes,
 * rule:withdrawal-key-goes, rule:agreements-are-erased).
 */
interface RetentionConfig {
  readonly unsignedDraftDays: number;
  readonly visitorDays: number;
  /** Counted from the moment at which an agreement became complete. */
  readonly completedDays: number;
  /**
   * Applies to agreements that at least one party signed but that never became complete. Counted from the
   * last act of a party.
   */
  readonly unfinishedDays: number;
  /** Counted from the moment at which a voucher was used or became invalid. */
  readonly voucherDays: number;
  /** Counted from the moment of a withdrawal from a contract. */
  readonly withdrawalDays: number;
}

/** All settings from the environment except secrets. They are parsed once, during the start. */
export interface Config extends MailConfig, PaymentConfig, AiConfig {
  readonly production: boolean;
  readonly port: number;
  /** The address on which the service listens. */
  readonly host: string;
  /** Seconds for which a stopping service still listens after it has reported 'not ready'. */
  readonly drainSeconds: number;
  /** The origin under which browsers reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** True if browsers connect by https. */
  readonly https: boolean;
  /** An absolute path. */
  readonly dataDir: string;
  /**
   * Names of secrets that are being changed. Until the change is complete, different backends may have
   * different values (rule:same-secrets-everywhere).
   */
  readonly changingSecrets: readonly string[];
  /** Undefined if the database is an embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The address of EventStoreDB; undefined if PostgreSQL holds the events. */
  readonly eventStoreUrl: string | undefined;
  /** Prefix of our stream names in a shared EventStoreDB. It must not change once there are events. */
  readonly eventStorePrefix: string;
  /**
   * Version of the key for the admin's search index (rule:search-on-encrypted-data). A higher version
   * rebuilds the index.
   */
  readonly searchKeyVersion: number;
  /** True if the service accepts a database without keys although the event store holds agreements. */
  readonly withoutKeys: boolean;
  readonly logLevel: LogLevel;
  /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** Bearer token that gives access to the metrics. */
  readonly metricsToken: string | undefined;
  /**
   * True if this machine can read the metrics without the token; false if a proxy may be in front of the
   * service.
   */
  readonly localMetrics: boolean;
  /** Multiplies the rate limits; 0 turns them off. */
  readonly rateLimitFactor: number;
  /** True if this machine can read the mails in the mailbox (rule:mailbox-on-this-machine). */
  readonly mailbox: boolean;
  /** The time-stamp authority (RFC 3161); undefined if seals carry no timestamp. */
  readonly tsaUrl: string | undefined;
  /**
   * The trusted time-stamp authorities: the path of a PEM bundle, or the text of the bundle. If undefined,
   * the service trusts the authorities that Node trusts.
   */
  readonly tsaCa: string | undefined;
  /** The site's operator (rule:operator-is-configuration). */
  readonly site: OperatorConfig;
  readonly retention: RetentionConfig;
  /**
   * The log's origin: its name for those who watch it. Undefined if the origin is the recorded one, or
   * `defaultLogOrigin` for a new log.
   */
  readonly logOrigin: string | undefined;
  /** Origin of a new log, derived from `publicUrl`. */
  readonly defaultLogOrigin: string;
  /** Minutes between two signed checkpoints while the log grows (rule:log-is-checkpointed). */
  readonly checkpointMinutes: number;
  /** Hours within which the service verifies its whole log once (rule:log-is-passed). */
  readonly logPassHours: number;
  /** Undefined if no traces are exported. */
  readonly tracing: TracingConfig | undefined;
  /** Where browsers keep the session id of a visit (rule:analytics-session-may-stay-in-memory). */
  readonly analyticsSession: AnalyticsSession;
  /** Problems that the operator should know about. They do not stop the start. */
  readonly warnings: readonly string[];
}

/** Thrown if the environment is not a usable configuration. The message names all problems at once. */
export class ConfigInvalid extends UsageError {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

function readRateLimitFactor(read: EnvironmentReader, production: boolean): number {
  const factor = read.number('RATE_LIMIT_FACTOR', { min: 0, max: 1000 }) ?? 1;
  if (production && factor === 0)
    read.problem('RATE_LIMIT_FACTOR: expected more than 0 in production, because 0 turns the limits off.');
  return factor;
}

function readPublicUrl(read: EnvironmentReader, port: number): URL {
  const fallback = new URL(`http://localhost:${port}`);
  const url = read.url('PUBLIC_URL', ['http:', 'https:']);
  if (url === undefined) return fallback;
  if (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '') return url;
  read.problem('PUBLIC_URL: expected only scheme, host and port, as in https://nda.example.');
  return fallback;
}

/**
 * Returns the address to listen on. By default only this machine can connect
 * (rule:loopback-means-this-machine).
 */
function readHost(read: EnvironmentReader): string {
  const host = read.text('HOST') ?? '127.0.0.1';
  if (isIP(host) === 0 && host !== 'localhost')
    read.problem(
      'HOST: expected an address to listen on, as in 127.0.0.1 (this machine) or 0.0.0.0 (all networks).',
    );
  return host;
}

const DATABASE_SCHEMES = ['postgres:', 'postgresql:'];
const EVENT_STORE_SCHEMES = ['esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:'];

type Warned = Pick<Config, 'production' | 'https' | 'trustProxy' | 'stripe' | 'testMode'> & {
  readonly mail: MailConfig;
};

function warningsFor({ production, https, mail, trustProxy, stripe, testMode }: Warned): string[] {
  const warnings: string[] = [];
  // The service itself speaks only http, so https means that a proxy is in front of it
  // (rule:client-addresses-are-evidence).
  if (https && trustProxy.length === 0)
    warnings.push(
      "PUBLIC_URL is https, so a proxy is in front of this service, but TRUST_PROXY is not set. The service records the proxy's address for all callers, who therefore share one caller's rate limits. Set TRUST_PROXY to the proxy's address.",
    );
  if (production && !https)
    warnings.push(
      'PUBLIC_URL is not https, so cookies are sent unencrypted. Put a proxy with TLS in front of the service and set its https address.',
    );
  if (production && mail.mailRoute.way === 'mailbox')
    warnings.push(
      'Neither SMTP_URL nor SENDGRID_API_KEY is set, so mails stay in the database and are not sent. Set one of them.',
    );
  if (production && mail.mailRoute.way === 'sendgrid' && mail.sendGridWebhookKey === undefined)
    warnings.push(
      'SENDGRID_WEBHOOK_PUBLIC_KEY is not set, so the service does not learn which mails SendGrid accepted but could not deliver. See docs/operations/providers.md.',
    );
  if (production && stripe !== undefined && testMode)
    warnings.push(
      'STRIPE_SECRET_KEY is a test key, so no money is taken. Set the live keys to take payments.',
    );
  return warnings;
}

/** Parses the environment. Returns the usable settings and all problems. */
export function parseConfig(env: NodeJS.ProcessEnv): {
  readonly config: Config;
  readonly problems: readonly string[];
} {
  const read = new EnvironmentReader(env);
  const production = read.oneOf('NODE_ENV', ENVIRONMENTS) === 'production';
  const port = read.integer('PORT', { min: 0, max: 65_535 }) ?? 3000;
  const publicUrl = readPublicUrl(read, port);
  const https = publicUrl.protocol === 'https:';
  const mail = readMail(read, publicUrl.hostname);
  const payment = readPayments(read, production);
  const trustProxy = read.addresses('TRUST_PROXY');
  const config: Config = {
    production,
    port,
    host: readHost(read),
    drainSeconds: read.integer('DRAIN_SECONDS', { min: 0, max: 10 }) ?? 0,
    publicUrl: publicUrl.origin,
    https,
    dataDir: resolve(read.text('DATA_DIR') ?? './.data'),
    changingSecrets: read.someOf('CHANGING_SECRETS', CHANGEABLE_SECRETS),
    databaseUrl: read.address('DATABASE_URL', DATABASE_SCHEMES),
    eventStoreUrl: read.address('EVENT_STORE_URL', EVENT_STORE_SCHEMES),
    eventStorePrefix: read.text('EVENT_STORE_PREFIX') ?? '',
    searchKeyVersion: read.integer('SEARCH_KEY_VERSION', { min: 1, max: 9999 }) ?? 1,
    withoutKeys: read.oneOf('START_WITHOUT_KEYS', ['true', 'false']) === 'true',
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    trustProxy,
    metricsToken: read.text('METRICS_TOKEN'),
    localMetrics: trustProxy.length === 0 && !https,
    rateLimitFactor: readRateLimitFactor(read, production),
    ...mail,
    mailbox:
      !production &&
      mail.mailRoute.way === 'mailbox' &&
      isLoopbackHost(publicUrl.host) &&
      trustProxy.length === 0,
    tsaUrl: read.address('TSA_URL', ['http:', 'https:']),
    tsaCa: read.text('TSA_CA'),
    ...payment,
    ...readAi(read),
    site: readOperator(read),
    retention: {
      unsignedDraftDays: read.integer('RETENTION_DRAFT_DAYS', { min: 1, max: 3650 }) ?? 30,
      visitorDays: read.integer('RETENTION_VISITOR_DAYS', { min: 1, max: 3650 }) ?? 30,
      completedDays: read.integer('RETENTION_COMPLETED_DAYS', { min: 1, max: 36_525 }) ?? 3653,
      unfinishedDays: read.integer('RETENTION_UNFINISHED_DAYS', { min: 1, max: 36_525 }) ?? 365,
      voucherDays: read.integer('RETENTION_VOUCHER_DAYS', { min: 1, max: 3650 }) ?? 90,
      withdrawalDays: read.integer('RETENTION_WITHDRAWAL_DAYS', { min: 1, max: 3650 }) ?? 1461,
    },
    logOrigin: readLogOrigin(read),
    defaultLogOrigin: `${publicUrl.hostname}/log`,
    checkpointMinutes: read.integer('CHECKPOINT_MINUTES', { min: 1, max: 1440 }) ?? 10,
    logPassHours: read.integer('LOG_PASS_HOURS', { min: 1, max: 168 }) ?? 24,
    tracing: readTracing(read),
    analyticsSession: read.oneOf('ANALYTICS_SESSION', ['on', 'off']) === 'off' ? 'memory' : 'tab',
    warnings: warningsFor({ production, https, mail, trustProxy, ...payment }),
  };
  if (production && payment.stripe !== undefined) requireOrderFacts(read, config.site);
  return { config: deepFreeze(config), problems: read.problems };
}

/** @throws ConfigInvalid with all problems at once */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { config, problems } = parseConfig(env);
  if (problems.length > 0) throw new ConfigInvalid(problems);
  return config;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
