import { parseConfig, readConfig } from './config.js';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const problemsOf = (env: NodeJS.ProcessEnv): string => parseConfig(env).problems.join('\n');

describe('configuration of payments', () => {
  it('is the sandbox if nothing is set, and says that no money moves', () => {
    expect(readConfig({})).toMatchObject({ payments: 'sandbox', stripe: undefined, testMode: true });
    expect(readConfig({ PAYMENTS: 'sandbox' })).toMatchObject({ payments: 'sandbox' });
  });

  it('requires an explicit sandbox in production', () => {
    const refusal = 'PAYMENTS: missing. In production set the keys of Stripe, or PAYMENTS=sandbox';
    expect(problemsOf({ NODE_ENV: 'production' })).toContain(refusal);
    expect(problemsOf({ NODE_ENV: 'production', PAYMENTS: 'sandbox' })).not.toContain(refusal);
    expect(problemsOf({ NODE_ENV: 'production', ...keys })).not.toContain(refusal);
    expect(problemsOf({})).not.toContain(refusal);
  });

  it('is Stripe if its three keys are set', () => {
    expect(readConfig(keys)).toMatchObject({
      payments: 'stripe',
      testMode: true,
      stripe: {
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecrets: ['whsec_1'],
        apiBase: 'https://api.stripe.com',
      },
    });
    const live = { ...keys, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(readConfig(live).testMode).toBe(false);
  });

  it('accepts two webhook secrets while one is being replaced', () => {
    expect(readConfig({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }).stripe?.webhookSecrets).toEqual(
      ['whsec_1', 'whsec_2'],
    );
    expect(problemsOf({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2,whsec_3' })).toContain(
      'STRIPE_WEBHOOK_SECRET: expected whsec_',
    );
  });

  it.each([
    [['STRIPE_SECRET_KEY']],
    [['STRIPE_PUBLISHABLE_KEY']],
    [['STRIPE_WEBHOOK_SECRET']],
    [['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ])('stops the start if it is incomplete, and names %j', (missing) => {
    const half = { ...keys, ...Object.fromEntries(missing.map((name) => [name, ''])) };
    expect(problemsOf(half)).toContain(`${missing.join(', ')}: missing.`);
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY: expected sk_'],
    [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY: expected pk_'],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'one is a test key and the other a live key'],
    [{ STRIPE_WEBHOOK_SECRET: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET: expected whsec_'],
    [
      { STRIPE_API_BASE: 'https://api.stripe.com/v1' },
      'STRIPE_API_BASE: expected only scheme, host and port',
    ],
    [{ STRIPE_API_BASE: 'http://stripe.example' }, 'STRIPE_API_BASE: expected https://'],
    [{ PAYMENTS: 'sandbox' }, 'PAYMENTS=sandbox and STRIPE_SECRET_KEY are both set'],
  ])('refuses %j', (change, problem) => expect(problemsOf({ ...keys, ...change })).toContain(problem));

  it('allows another address for Stripe on this machine, and refuses an address without keys', () => {
    const elsewhere = { STRIPE_API_BASE: 'http://127.0.0.1:12111' };
    expect(readConfig({ ...keys, ...elsewhere }).stripe?.apiBase).toBe('http://127.0.0.1:12111');
    expect(problemsOf(elsewhere)).toContain('STRIPE_API_BASE: set without the keys');
  });

  it('repeats no key', () => {
    const secret = 'sk_wrong_0123456789';
    expect(problemsOf({ ...keys, STRIPE_SECRET_KEY: secret })).not.toContain(secret);
  });

  it('warns in production about test keys', () => {
    const site = { SITE_NAME: 'A', SITE_ADDRESS: 'B|C', SITE_EMAIL: 'a@b.example', SITE_VAT_RATE: 'none' };
    const warnings = (env: NodeJS.ProcessEnv) =>
      readConfig({ NODE_ENV: 'production', ...site, ...env }).warnings.join(' ');
    expect(warnings(keys)).toContain('STRIPE_SECRET_KEY is a test key');
    const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(warnings(live)).not.toContain('STRIPE_SECRET_KEY');
  });
});
