import { startTexts } from '../testing/texts.js';
import { api } from './api.js';
import { ApiError, userMessage } from './api-error.js';
import { i18n } from './i18n.js';

const fetchMock = jest.fn<Promise<Partial<Response>>, [string, RequestInit]>();

beforeAll(() => startTexts('de'));
beforeEach(() => {
  fetchMock.mockReset();
  Object.assign(globalThis, { fetch: fetchMock });
});

function answer(status: number, body: string, statusText = ''): void {
  fetchMock.mockResolvedValue({ ok: status < 400, status, statusText, text: async () => body });
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

it('sends cookies, JSON and the language', async () => {
  answer(201, '{"id":"n1"}');
  await expect(api.post('/api/ndas', { ideaTitle: 'X' })).resolves.toEqual({ id: 'n1' });
  const [path, init] = fetchMock.mock.calls[0] ?? [];
  expect(path).toBe('/api/ndas');
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"ideaTitle":"X"}' });
  expect(init?.headers).toMatchObject({ 'Content-Type': 'application/json', 'Accept-Language': 'de' });
});

it('sends an empty object if there is no body, and no body with GET', async () => {
  answer(200, '{}');
  await api.post('/api/x');
  await api.get('/api/x');
  expect(fetchMock.mock.calls.map(([, init]) => init.body)).toEqual(['{}', null]);
});

it('resolves to undefined for an empty answer', async () => {
  answer(204, '');
  await expect(api.delete('/api/admin/vouchers/1')).resolves.toBeUndefined();
});

it('sends a blob unchanged, with its own type', async () => {
  answer(200, '{}');
  const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
  await api.post('/api/verify', file);
  const init = fetchMock.mock.calls[0]?.[1];
  expect(init?.body).toBe(file);
  expect(init?.headers).toMatchObject({ 'Content-Type': 'application/pdf' });
});

it.each([
  [429, '90', 90],
  [429, null, undefined],
  [503, '90', undefined],
])('if a %s has Retry-After %s, reads a wait of %s s', async (status, header, retryAfter) => {
  const text = async () => JSON.stringify({ status, code: 'rate_limited', message: 'Zu viele Anfragen.' });
  const headers = new Map(header === null ? [] : [['Retry-After', header]]) as unknown as Headers;
  fetchMock.mockResolvedValue({ ok: false, status, statusText: '', headers, text });
  expect((await failureOf(api.get('/api/x'))).retryAfter).toBe(retryAfter);
});

it("carries the server's code and text", async () => {
  answer(
    409,
    JSON.stringify({
      status: 409,
      code: 'party1_must_sign_first',
      message: 'Partei 1 muss zuerst unterschreiben.',
      errors: [],
    }),
  );
  const error = await failureOf(api.post('/api/ndas/1/sign'));
  expect(error).toMatchObject({
    status: 409,
    code: 'party1_must_sign_first',
    userMessage: 'Partei 1 muss zuerst unterschreiben.',
  });
  expect(error.message).toBe('409: Partei 1 muss zuerst unterschreiben.');
});

it('if there is no body, uses the status text for logs and the fallback for people', async () => {
  answer(500, '', 'Internal Server Error');
  const error = await failureOf(api.get('/api/x'));
  expect(error.message).toBe('500: Internal Server Error');
  expect(error.code).toBe('unknown');
  expect(userMessage(error, 'Ersatz')).toBe('Ersatz');
});

it.each([502, 503, 504])("treats a gateway's %s page as an unreachable service", async (status) => {
  answer(status, '<html>Bad gateway</html>');
  const error = await failureOf(api.get('/api/x'));
  expect(error.code).toBe('unavailable');
  expect(userMessage(error, 'Ersatz')).toBe(i18n.t('common:unavailable'));
});

it('says in the language of the page that the service cannot be reached', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  const error = await failureOf(api.get('/api/x'));
  expect(error).toMatchObject({ status: 0, code: 'unavailable' });
  expect(error.userMessage).toMatch(/^Der Dienst ist gerade nicht erreichbar/);
  expect(error.message).toContain('Failed to fetch');
});
