import { act, render, screen } from '@testing-library/react';
import { api } from '../lib/api.js';
import { LOOK_MS } from '../lib/connection.js';
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

it('says that there is no connection after a call that nobody answered, until one is answered, whatever it says', async () => {
  await call();
  expect(isShown()).toBe(false);
  away();
  await call();
  expect(isShown()).toBe(true);
  there(503);
  await call();
  expect(isShown()).toBe(false);
});

it('says nothing where somebody breaks off a call', async () => {
  const breakingOff = new AbortController();
  breakingOff.abort();
  away();
  await act(() => api.get('/api/ndas', { signal: breakingOff.signal }).catch(() => undefined));
  expect(isShown()).toBe(false);
});

it('looks by itself, also while nobody does anything, and stops once it is answered', async () => {
  away();
  await call();
  await act(() => jest.advanceTimersByTimeAsync(LOOK_MS));
  expect(isShown()).toBe(true);
  there();
  await act(() => jest.advanceTimersByTimeAsync(LOOK_MS));
  expect(isShown()).toBe(false);
  reached.mockClear();
  await act(() => jest.advanceTimersByTimeAsync(5 * LOOK_MS));
  expect(reached).not.toHaveBeenCalled();
});

it('takes what the browser thinks of its network for a reason to look', async () => {
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
