import { readConfig } from '../platform/config/config.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { siteView } from './site-view.js';

const UNCONFIGURED = {
  operatorName: null,
  operatorAddress: [],
  operatorEmail: null,
  operatorPhone: null,
  operatorDetails: [],
  rating: null,
  ai: null,
  payments: { provider: 'sandbox', testMode: true },
  receivers: [],
  vatRate: null,
  retention: { draftDays: 30, visitorDays: 30, unfinishedDays: 365, completedDays: 3653 },
};

describe('the view of an installation', () => {
  it('has only defaults if nothing is configured', () =>
    expect(siteView(readConfig({}))).toEqual(UNCONFIGURED));

  it("has the operator's configuration", () =>
    expect(
      siteView(
        readConfig({
          SITE_NAME: 'Beispiel GmbH',
          SITE_ADDRESS: 'Hauptstr. 1 | 10115 Berlin',
          SITE_EMAIL: 'post@nda.example',
          SITE_PHONE: '+49 30 1234',
          SITE_DETAILS: 'HRB 1 | DE123',
          SITE_RATING_VALUE: '4.8',
          SITE_RATING_COUNT: '127',
          SITE_RATING_NOTE: 'Alle Kunden von 2026 gefragt',
          SITE_VAT_RATE: '19',
          SMTP_URL: 'smtps://user:hidden@mail.example:465',
          RETENTION_DRAFT_DAYS: '14',
          RETENTION_VISITOR_DAYS: '7',
          RETENTION_UNFINISHED_DAYS: '90',
          RETENTION_COMPLETED_DAYS: '2192',
        }),
      ),
    ).toEqual({
      operatorName: 'Beispiel GmbH',
      operatorAddress: ['Hauptstr. 1', '10115 Berlin'],
      operatorEmail: 'post@nda.example',
      operatorPhone: '+49 30 1234',
      operatorDetails: ['HRB 1', 'DE123'],
      rating: { value: 4.8, count: 127, note: 'Alle Kunden von 2026 gefragt' },
      ai: null,
      payments: { provider: 'sandbox', testMode: true },
      receivers: [{ role: 'mail', name: 'mail.example' }],
      vatRate: 19,
      retention: { draftDays: 14, visitorDays: 7, unfinishedDays: 90, completedDays: 2192 },
    }));

  it('names the mail provider by its configured name, and names none if mails stay here', () => {
    const receivers = (env: NodeJS.ProcessEnv) => siteView(readConfig(env)).receivers;
    const named = { MAIL_PROVIDER_NAME: 'Post AG' };
    expect(receivers({ ...named, SMTP_URL: 'smtp://mail.example' })).toEqual([
      { role: 'mail', name: 'Post AG' },
    ]);
    for (const own of ['localhost:25', '127.0.0.1', '[::1]', 'mail:1025', '10.0.0.7'])
      expect(receivers({ SMTP_URL: `smtp://${own}` })).toEqual([]);
    expect(receivers(named)).toEqual([]);
  });
});

it('names the AI provider, both at the button and among the receivers of data', () => {
  const keys = { OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'small' };
  const told = (env: NodeJS.ProcessEnv) => {
    const { ai, receivers } = siteView(readConfig({ ...keys, ...env }));
    return [ai?.provider, receivers];
  };
  const named = (name: string) => [name, [{ role: 'ai', name }]];
  expect(told({})).toEqual(named('api.openai.com'));
  expect(told({ OPENAI_BASE_URL: 'https://llm.example:8443/v1' })).toEqual(named('llm.example'));
  expect(told({ AI_PROVIDER_NAME: 'KI-Labor GmbH' })).toEqual(named('KI-Labor GmbH'));
});

describe('GET /api/site', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend({ env: { SITE_VAT_RATE: 'none' } });
  });
  afterAll(() => test.stop());

  it('is sent to everybody, but a reader that has its tag gets 304', async () => {
    const first = await test.browser().get('/api/site').expect(200);
    expect(first.body).toEqual({ ...UNCONFIGURED, vatRate: 'none' });
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers['etag']);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await test.browser().get('/api/site').set('if-none-match', known).expect(304);
      expect(again.text).toBe('');
      expect(again.headers['etag']).toBe(etag);
    }
    await test.browser().get('/api/site').set('if-none-match', '"other"').expect(200);
  });
});
