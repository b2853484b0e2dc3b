import { act, render, screen } from '@testing-library/react';
import { api } from '../lib/api.js';
import { POLL_MS } from '../lib/connection.js';
import { startTexts } from '../testing/texts.js';
import { OfflineBanner } from './offline-banner.js';

const reached = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const answer = (status: number) =>
  ({ ok: status < 400, status, text: async () => '', headers: new Headers() }) as Response;
const away = () => reached.mockRejectedValue(new TypeError('Failed to fetch'));
const there = (status = 200) => reached.mockResolvedValue(answer(status));
const call = () => act(() => api.get('/api/ndas').catch(() => undefined));

beforeAll(() => startTexts('en'));
beforeEach(() => {
  jest.useFakeTimers();
  globalThis.fetch = reached;
  there();
  render(<OfflineBanner />);
});
afterEach(async () => {
  there();
  await call();
  jest.useRealTimers();
});
const isShown = () => (screen.getByRole('status').textContent ?? '').startsWith('No connection.');

it('says that there is no connection, from a call without an answer until the next answer', async () => {
  await call();
  expect(isShown()).toBe(false);
  away();
  await call();
  expect(isShown()).toBe(true);
  there(503);
  await call();
  expect(isShown()).toBe(false);
});

it('says nothing if a call is aborted', async () => {
  const breakingOff = new AbortController();
  breakingOff.abort();
  away();
  await act(() => api.get('/api/ndas', { signal: breakingOff.signal }).catch(() => undefined));
  expect(isShown()).toBe(false);
});

it('polls the service without any user action, and stops after an answer', async () => {
  away();
  await call();
  await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
  expect(isShown()).toBe(true);
  there();
  await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
  expect(isShown()).toBe(false);
  reached.mockClear();
  await act(() => jest.advanceTimersByTimeAsync(5 * POLL_MS));
  expect(reached).not.toHaveBeenCalled();
});

it('polls the service when the browser reports a change of its network', async () => {
  const event = (name: string) => act(async () => void window.dispatchEvent(new Event(name)));
  await event('offline');
  expect(isShown()).toBe(false);
  away();
  await event('offline');
  expect(isShown()).toBe(true);
  there();
  await event('online');
  expect(isShown()).toBe(false);
});
