import { generateKeyPairSync } from 'node:crypto';
import { readConfig } from './config.js';
import { configuredParts } from './configured-parts.js';

const sendGridKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

/** Variables whose values contain secrets. Each value contains texts that the tests can search for. */
const SECRETS = {
  DATABASE_URL: 'postgres://dbname-x:dbword-x@db.example:5433/siegel?sslpassword=dbword-x',
  EVENT_STORE_URL: 'esdb+discover://esname-x:es%40word-x@one.example:2113,two.example:2113?tls=true',
  SMTP_URL: 'smtps://smtpname-x:smtp%2Fword-x@mail.example:465',
  TSA_URL: 'https://tsaname-x:tsaword-x@tsa.example/stamp?key=tsakey-x',
  STRIPE_SECRET_KEY: 'sk_test_stripex',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_stripepubx',
  STRIPE_WEBHOOK_SECRET: 'whsec_webhookx',
  OPENAI_API_KEY: 'sk-openaix',
  METRICS_TOKEN: 'metricstokenx',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20otlpwordx',
  MASTER_KEY: 'masterkeyx',
  SESSION_SECRET: 'sessionsecretx',
  INDEX_KEY: 'indexkeyx',
  CHECKPOINT_KEY: 'checkpointkeyx',
  ADMIN_PASSWORD: 'adminpasswordx',
  AUDITOR_PASSWORD: 'auditorpasswordx',
  SEAL_P12_PASSWORD: 'sealpasswordx',
};
const PARTS_OF_SECRETS = /(?:name|word|tsakey|stripe|webhook|openai|token|key|secret)-?x/;

const configured = {
  ...SECRETS,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://nda.example',
  TRUST_PROXY: '10.0.0.0/8',
  OPENAI_MODEL: 'small-1',
  OPENAI_BASE_URL: 'https://llm.example/v1',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example:4318',
  SITE_NAME: 'Beispiel GmbH',
  SITE_ADDRESS: 'Hauptstr. 1|10115 Berlin',
  SITE_EMAIL: 'wir@beispiel.example',
  SITE_VAT_RATE: '19',
};

describe('the description of the configuration that a start logs', () => {
  it('names each part and its place', () => {
    expect(configuredParts(readConfig(configured))).toMatchObject({
      environment: 'production',
      publicUrl: 'https://nda.example',
      database: 'db.example:5433',
      eventStore: 'one.example:2113,two.example:2113',
      mail: 'SMTP, mail.example:465',
      payments: 'Stripe with test keys, api.stripe.com',
      ai: 'llm.example',
      timestamps: 'tsa.example',
      traces: 'otlp.example:4318',
      metrics: 'for the bearer of METRICS_TOKEN',
      trustProxy: ['10.0.0.0/8'],
      retention: { completedDays: 3653 },
    });
  });

  it('names the defaults of a service without configuration', () => {
    expect(configuredParts(readConfig({}))).toMatchObject({
      environment: 'not production',
      listen: '127.0.0.1:3000',
      database: 'embedded',
      eventStore: 'in the database',
      mail: 'kept in the database',
      payments: 'sandbox',
      ai: 'off',
      timestamps: 'off',
      traces: 'off',
      metrics: 'for this machine',
    });
  });

  it.each([
    ['SMTP', { SENDGRID_API_KEY: undefined, SENDGRID_WEBHOOK_PUBLIC_KEY: sendGridKey }],
    [
      'SendGrid',
      { SMTP_URL: undefined, SENDGRID_API_KEY: 'SG.sendgridkeyx', MAIL_FROM: 'wir@beispiel.example' },
    ],
  ])("contains no secret, and not the operator's name (%s)", (mail, more) => {
    const text = JSON.stringify(configuredParts(readConfig({ ...configured, ...more })));
    expect(text).toContain(mail);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(PARTS_OF_SECRETS);
    expect(text).not.toMatch(/Beispiel|Hauptstr|wir@|\bx@|SG\./);
    expect(text).not.toContain(sendGridKey);
  });

  it('reveals nothing of an address that can be read in two ways', () => {
    const eventStoreUrl = 'esdb://esname-x:es/wo?rd-x@one.example:2113/?a=b';
    const { eventStore } = configuredParts({ ...readConfig(configured), eventStoreUrl }) as {
      eventStore: string;
    };
    expect(eventStore).toBe('');
  });
});
