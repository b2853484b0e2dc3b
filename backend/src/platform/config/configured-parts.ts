import { hostsOf } from '../network/server-address.js';
import type { Config } from './config.js';
import type { MailRoute } from './mail-config.js';

/**
 * Returns the content of the service's first log line: which parts are configured, and where they are. It
 * contains no secret, and no person's name or address (rule:logs-hold-no-secrets).
 */
export function configuredParts(config: Config): object {
  const { production, host, port, publicUrl, trustProxy, drainSeconds, rateLimitFactor, logLevel } = config;
  return {
    environment: production ? 'production' : 'not production',
    listen: `${host}:${port}`,
    publicUrl,
    database: config.databaseUrl === undefined ? 'embedded' : hostsOf(config.databaseUrl),
    eventStore: eventStoreOf(config),
    mail: mailOf(config.mailRoute),
    payments: paymentsOf(config),
    ai: config.ai === undefined ? 'off' : hostsOf(config.ai.baseUrl),
    timestamps: config.tsaUrl === undefined ? 'off' : hostsOf(config.tsaUrl),
    traces: config.tracing === undefined ? 'off' : hostsOf(config.tracing.endpoint),
    metrics: metricsOf(config),
    trustProxy,
    drainSeconds,
    rateLimitFactor,
    checkpointMinutes: config.checkpointMinutes,
    logPassHours: config.logPassHours,
    retention: config.retention,
    changingSecrets: config.changingSecrets,
    logLevel,
  };
}

function eventStoreOf({ eventStoreUrl, eventStorePrefix }: Config): string {
  if (eventStoreUrl === undefined) return 'in the database';
  return `${hostsOf(eventStoreUrl)}${eventStorePrefix === '' ? '' : `, streams ${eventStorePrefix}*`}`;
}

function mailOf(route: MailRoute): string {
  switch (route.way) {
    case 'smtp':
      return `SMTP, ${hostsOf(route.url)}`;
    case 'sendgrid':
      return `SendGrid, ${hostsOf(route.apiBase)}`;
    case 'mailbox':
      return 'kept in the database';
  }
}

function paymentsOf({ stripe, testMode }: Config): string {
  if (stripe === undefined) return 'sandbox';
  return `Stripe${testMode ? ' with test keys' : ''}, ${hostsOf(stripe.apiBase)}`;
}

function metricsOf({ metricsToken, localMetrics }: Config): string {
  if (metricsToken !== undefined) return 'for the bearer of METRICS_TOKEN';
  return localMetrics ? 'for this machine' : 'for nobody';
}
