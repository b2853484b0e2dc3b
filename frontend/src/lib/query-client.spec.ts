import { startTexts } from '../testing/texts.js';
import { ApiError } from './api-error.js';
import { createQueryClient } from './query-client.js';

const fetchMock = jest.fn<Promise<Partial<Response>>, [string, RequestInit]>();

beforeAll(() => startTexts('de'));
beforeEach(() => {
  fetchMock.mockReset();
  Object.assign(globalThis, { fetch: fetchMock });
});

it('requests the address that results from joining the key', async () => {
  fetchMock.mockResolvedValue({ ok: true, status: 200, text: async () => '{"id":"n1"}' });
  await expect(createQueryClient().fetchQuery({ queryKey: ['/api/ndas', 'n1'] })).resolves.toEqual({
    id: 'n1',
  });
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/ndas/n1');
});

it('throws a 401', async () => {
  fetchMock.mockResolvedValue({ ok: false, status: 401, statusText: 'Unauthorized', text: async () => '' });
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/a'] })).rejects.toBeInstanceOf(ApiError);
});

it('requests only once: does not retry, and data never become stale', async () => {
  fetchMock.mockResolvedValue({ ok: false, status: 500, statusText: 'Oops', text: async () => '' });
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/a'] })).rejects.toThrow('500: Oops');
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(client.getDefaultOptions().queries).toMatchObject({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
});

it('calls `beforeAct` before each mutation', async () => {
  const beforeAct = jest.fn();
  const client = createQueryClient(beforeAct);
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.resolve(1) });
  await mutation.execute(undefined);
  expect(beforeAct).toHaveBeenCalledTimes(1);
});

it.each([
  ['an older version of an NDA', { revision: 2, untrustedSince: null }, 5],
  [
    'a closed NDA, of which fewer events count',
    { revision: 2, untrustedSince: '2026-11-12T12:01:00.000Z' },
    2,
  ],
])('after a newer version, gets the right one of the two: %s', (_, next, revision) => {
  const client = createQueryClient();
  client.setQueryData(['/api/ndas', 'n1'], { revision: 5, untrustedSince: null });
  client.setQueryData(['/api/ndas', 'n1'], next);
  expect(client.getQueryData(['/api/ndas', 'n1'])).toMatchObject({ revision });
});
