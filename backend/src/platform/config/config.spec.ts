import { generateKeyPairSync } from 'node:crypto';
import { ConfigInvalid, readConfig } from './config.js';

const problemsOf = (env: NodeJS.ProcessEnv): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.message;
    throw error;
  }
  return '';
};

describe('the configuration', () => {
  it('needs no variable', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      publicUrl: 'http://localhost:3000',
      https: false,
      databaseUrl: undefined,
      trustProxy: [],
      rateLimitFactor: 1,
      payments: 'sandbox',
      changingSecrets: [],
      retention: {
        unsignedDraftDays: 30,
        visitorDays: 30,
        completedDays: 3653,
        unfinishedDays: 365,
        voucherDays: 90,
        withdrawalDays: 1461,
      },
      checkpointMinutes: 10,
      logPassHours: 24,
      logOrigin: undefined,
      defaultLogOrigin: 'localhost/log',
    });
    expect(config.site.rating).toBeNull();
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.site)).toBe(true);
  });

  it("derives the origin of a new log from PUBLIC_URL, and takes another one only in an origin's form", () => {
    expect(readConfig({ PUBLIC_URL: 'https://nda.example:8443' }).defaultLogOrigin).toBe('nda.example/log');
    expect(readConfig({ LOG_ORIGIN: 'other.example/log' }).logOrigin).toBe('other.example/log');
    for (const wrong of ['with space/log', 'a+b/log', 'ä/log', 'x'.repeat(256)])
      expect(problemsOf({ LOG_ORIGIN: wrong })).toContain('LOG_ORIGIN: expected at most 255');
  });

  it('knows which secrets may change while backends serve', () => {
    const { changingSecrets } = readConfig({ CHANGING_SECRETS: 'SEAL_P12, ADMIN_PASSWORD' });
    expect(changingSecrets).toEqual(['ADMIN_PASSWORD', 'SEAL_P12']);
    expect(problemsOf({ CHANGING_SECRETS: 'SEAL_P12,MASTER_KEY' })).toContain(
      'CHANGING_SECRETS: expected any of ADMIN_PASSWORD, AUDITOR_PASSWORD, SEAL_P12, found "MASTER_KEY"',
    );
  });

  it('reads the variables that are set, and treats an empty variable as unset', () => {
    const config = readConfig({
      PORT: '8080',
      PUBLIC_URL: 'https://nda.example/',
      DATABASE_URL: 'postgres://a:b@db/siegel',
      EVENT_STORE_URL: '',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      SITE_NAME: 'Beispiel GmbH',
      SITE_ADDRESS: 'Hauptstr. 1 | 10115 Berlin',
      SITE_RATING_VALUE: '4.8',
      SITE_RATING_COUNT: '127',
      SITE_RATING_NOTE: 'Alle Kunden von 2026 gefragt',
      MAIL_FROM: 'Siegel <post@nda.example>',
    });
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'https://nda.example',
      https: true,
      databaseUrl: 'postgres://a:b@db/siegel',
      trustProxy: ['10.0.0.0/8', '::1'],
      mailFrom: 'Siegel <post@nda.example>',
    });
    expect(config.site).toMatchObject({
      operatorName: 'Beispiel GmbH',
      operatorAddress: ['Hauptstr. 1', '10115 Berlin'],
      rating: { value: 4.8, count: 127, note: 'Alle Kunden von 2026 gefragt' },
    });
    expect([config.site.vatRate, config.mailReceiver]).toEqual([null, null]);
    expect(readConfig({ SITE_VAT_RATE: '8.1' }).site.vatRate).toBe(8.1);
    expect(readConfig({ SITE_VAT_RATE: 'none' }).site.vatRate).toBe('none');
  });

  it('listens to this machine only, and lets only this machine read mails and metrics until others can connect', () => {
    expect(readConfig({})).toMatchObject({ host: '127.0.0.1', mailbox: true, localMetrics: true });
    expect(readConfig({ PUBLIC_URL: 'http://[::1]:4000' })).toMatchObject({
      mailbox: true,
      localMetrics: true,
    });
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', mailbox: true });
    expect(readConfig({ SMTP_URL: 'smtp://localhost' })).toMatchObject({
      mailbox: false,
      localMetrics: true,
    });
    expect(readConfig({ NODE_ENV: 'production', PAYMENTS: 'sandbox' })).toMatchObject({ mailbox: false });
    expect(readConfig({ PUBLIC_URL: 'http://nda.example' })).toMatchObject({
      mailbox: false,
      localMetrics: true,
    });
    for (const behind of [{ TRUST_PROXY: '127.0.0.1' }, { PUBLIC_URL: 'https://localhost' }])
      expect(readConfig(behind)).toMatchObject({ localMetrics: false });
    expect(readConfig({ TRUST_PROXY: '127.0.0.1' })).toMatchObject({ mailbox: false });
    expect(problemsOf({ HOST: 'nda.example' })).toMatch('HOST: expected an address to listen on');
  });

  it('lets browsers keep a session of their visit unless this is turned off', () => {
    const kept = (env: NodeJS.ProcessEnv) => readConfig(env).analyticsSession;
    expect([kept({}), kept({ ANALYTICS_SESSION: 'on' })]).toEqual(['tab', 'tab']);
    expect(kept({ ANALYTICS_SESSION: 'off' })).toBe('memory');
    expect(problemsOf({ ANALYTICS_SESSION: 'no' })).toContain('ANALYTICS_SESSION: expected one of on, off');
  });

  it('uses PORT in its own address', () => {
    expect(readConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  });

  it('names all problems at once, and repeats no password', () => {
    const text = problemsOf({
      PORT: 'many',
      PUBLIC_URL: 'nda.example',
      DATABASE_URL: 'mysql://root:hidden@db/x',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '10.0.0.0/99,proxy',
      RATE_LIMIT_FACTOR: '-1',
      MAIL_FROM: 'nobody',
      SITE_RATING_VALUE: '4.8',
      EVENT_STORE_URL: 'http://localhost:2113',
      SITE_VAT_RATE: '190',
      RETENTION_COMPLETED_DAYS: '36526',
      RETENTION_UNFINISHED_DAYS: '-1',
      RETENTION_VOUCHER_DAYS: '0',
      RETENTION_WITHDRAWAL_DAYS: 'four years',
    });
    for (const name of [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'LOG_LEVEL',
      'RATE_LIMIT_FACTOR',
      'MAIL_FROM',
      'SITE_RATING_NOTE',
      'EVENT_STORE_URL',
      'SITE_VAT_RATE',
      'RETENTION_COMPLETED_DAYS',
      'RETENTION_UNFINISHED_DAYS',
      'RETENTION_VOUCHER_DAYS',
      'RETENTION_WITHDRAWAL_DAYS',
    ]) {
      expect(text).toContain(name);
    }
    expect(text.match(/TRUST_PROXY/g)).toHaveLength(2);
    expect(text).not.toContain('hidden');
  });

  it('in production with card payments, names the missing data for order confirmations', () => {
    const set = { SITE_NAME: 'A', SITE_ADDRESS: 'B|C', SITE_EMAIL: 'a@b.example', SITE_VAT_RATE: 'none' };
    const live = {
      NODE_ENV: 'production',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    const words = 'order confirmations and receipts need';
    expect(problemsOf(live)).toContain(
      `SITE_NAME, SITE_ADDRESS, SITE_EMAIL, SITE_VAT_RATE: missing. In production with card payments, ${words} them`,
    );
    expect(problemsOf({ ...live, ...set, SITE_VAT_RATE: '' })).toContain(
      `SITE_VAT_RATE: missing. In production with card payments, ${words} it`,
    );
    expect(problemsOf({ ...live, ...set })).not.toContain(words);
    expect(problemsOf({ ...live, NODE_ENV: 'development' })).not.toContain(words);
    expect(problemsOf({ NODE_ENV: 'production' })).not.toContain(words);
  });

  it.each(['https://nda.example/path', 'https://user@nda.example', 'ftp://nda.example'])(
    'refuses %s as its own address',
    (url) => {
      expect(problemsOf({ PUBLIC_URL: url })).toContain('PUBLIC_URL');
    },
  );

  it('requires in production that the sandbox is set explicitly and that limits are on', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toContain('PAYMENTS');
    expect(problemsOf({ NODE_ENV: 'production', PAYMENTS: 'sandbox', RATE_LIMIT_FACTOR: '0' })).toContain(
      'RATE_LIMIT_FACTOR',
    );
    expect(problemsOf({ RATE_LIMIT_FACTOR: '0' })).toBe('');
    const config = readConfig({ NODE_ENV: 'production', PAYMENTS: 'sandbox' });
    expect(config.warnings.join(' ')).toMatch(/PUBLIC_URL.*SMTP_URL/s);
  });

  it('warns if browsers connect through a proxy whose forwarded addresses are not trusted', () => {
    const warnings = (env: NodeJS.ProcessEnv) => readConfig(env).warnings.join(' ');
    const https = { PUBLIC_URL: 'https://nda.example' };
    expect(warnings(https)).toMatch(/TRUST_PROXY is not set/);
    expect(warnings({ ...https, TRUST_PROXY: '127.0.0.1' })).toBe('');
    expect(warnings({})).toBe('');
  });

  describe('of mail', () => {
    const PUBLIC_KEY =
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGY/OrqcW2oZKd51/dCVvkwLSYCa3ZGmNnzpfLFjO2wBsDRcRRJtckauN1X/sauHWG8EujMLiE9o5hlYmVqn5mA==';
    const sendGrid = { SENDGRID_API_KEY: 'SG.a.b', MAIL_FROM: 'Siegel <nda@siegel.example>' };

    it('names SendGrid, worldwide or in the EU, as the provider', () => {
      expect(readConfig(sendGrid)).toMatchObject({
        mailRoute: { way: 'sendgrid', apiKey: 'SG.a.b', apiBase: 'https://api.sendgrid.com' },
        mailReceiver: 'SendGrid (Twilio)',
        mailbox: false,
      });
      const inEurope = { ...sendGrid, SENDGRID_API_BASE: 'https://api.eu.sendgrid.com/' };
      expect(readConfig(inEurope).mailRoute).toMatchObject({ apiBase: 'https://api.eu.sendgrid.com' });
      expect(readConfig({ ...sendGrid, MAIL_PROVIDER_NAME: 'Twilio Ireland' }).mailReceiver).toBe(
        'Twilio Ireland',
      );
      expect(readConfig({ SMTP_URL: 'smtp://mail.example' }).mailReceiver).toBe('mail.example');
      expect(readConfig({}).mailReceiver).toBeNull();
    });

    it('allows one way only, and requires a sender', () => {
      expect(problemsOf({ ...sendGrid, SMTP_URL: 'smtp://mail.example' })).toMatch(
        /SMTP_URL\b.*\bSENDGRID_API_KEY/,
      );
      expect(problemsOf({ SENDGRID_API_KEY: 'SG.a.b' })).toMatch(/MAIL_FROM: missing/);
    });

    it.each([
      [{ SENDGRID_API_KEY: 'SG.a\r\nX: y' }, 'SENDGRID_API_KEY'],
      [{ SENDGRID_API_BASE: 'https://api.sendgrid.com/v3' }, 'SENDGRID_API_BASE'],
      [{ SENDGRID_API_BASE: 'http://api.sendgrid.com' }, 'SENDGRID_API_BASE'],
      [{ SENDGRID_API_BASE: 'api.sendgrid.com' }, 'SENDGRID_API_BASE'],
      [{ SENDGRID_WEBHOOK_PUBLIC_KEY: 'no key' }, 'SENDGRID_WEBHOOK_PUBLIC_KEY'],
    ])('refuses %j without repeating the value', (change, name) => {
      const problem = problemsOf({ ...sendGrid, ...change });
      expect(problem).toMatch(new RegExp(`- ${name}: `));
      for (const value of Object.values(change)) expect(problem).not.toContain(`"${value}"`);
    });

    it('allows plain http to this machine', () => {
      const apiBase = 'http://127.0.0.1:4010';
      expect(readConfig({ ...sendGrid, SENDGRID_API_BASE: apiBase }).mailRoute).toMatchObject({ apiBase });
    });

    it('accepts the key that verifies reports as SendGrid shows it, and as PEM, but only on the right curve', () => {
      const pem = `-----BEGIN PUBLIC KEY-----\n${PUBLIC_KEY}\n-----END PUBLIC KEY-----`;
      for (const key of [PUBLIC_KEY, pem])
        expect(readConfig({ SENDGRID_WEBHOOK_PUBLIC_KEY: key }).sendGridWebhookKey).toBe(key);
      const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey;
      const der = other.export({ type: 'spki', format: 'der' }).toString('base64');
      expect(problemsOf({ SENDGRID_WEBHOOK_PUBLIC_KEY: der })).toContain('P-256');
    });

    it('warns in production if mails reach nobody, or if their failures stay unknown', () => {
      const warnings = (env: NodeJS.ProcessEnv): string =>
        readConfig({ NODE_ENV: 'production', PAYMENTS: 'sandbox', ...env }).warnings.join(' ');
      expect(warnings({})).toMatch(/Neither SMTP_URL nor SENDGRID_API_KEY/);
      expect(warnings(sendGrid)).toMatch(/SENDGRID_WEBHOOK_PUBLIC_KEY is not set/);
      expect(warnings(sendGrid)).not.toMatch(/SMTP_URL/);
      expect(warnings({ ...sendGrid, SENDGRID_WEBHOOK_PUBLIC_KEY: PUBLIC_KEY })).not.toMatch(/SENDGRID/);
    });
  });
});
