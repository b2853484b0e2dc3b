import { webcrypto } from 'node:crypto';
import { fakeServer } from '../testing/fake-server.js';
import { pageName, trackPageView } from './analytics.js';
import { analyticsSessionId, wantsNoTracking } from './counting.js';

beforeAll(() => {
  if (globalThis.crypto?.getRandomValues === undefined)
    Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
});

it.each([
  ['/', 'home'],
  ['/faq', 'faq'],
  ['/faq/', 'faq'],
  ['/create', 'nda-wizard'],
  ['/nda/018f', 'nda-wizard'],
  ['/admin', 'admin'],
  ['/admin/dashboard', 'admin'],
  ['/administrator', 'other'],
  ['/sign/secret', 'other'],
  ['/nowhere', 'other'],
])('%s is %s', (path, name) => {
  expect(pageName(path)).toBe(name);
});

it.each([
  [{ doNotTrack: '1' }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, false],
  [{ doNotTrack: null }, false],
])('privacy signals %j: %s', (signals, expected) => {
  expect(wantsNoTracking(signals)).toBe(expected);
});

it('keeps one session id, made of prefix, time and random string', () => {
  const id = analyticsSessionId();
  expect(id).toMatch(/^session_\d{13}_[0-9a-z]+$/);
  expect(analyticsSessionId()).toBe(id);
  expect(window.sessionStorage.getItem('analytics_session_id')).toBe(id);
});

describe('if the operator wants nothing stored on the device', () => {
  beforeEach(() => {
    window.sessionStorage.clear();
    document.documentElement.setAttribute('data-analytics', 'memory');
  });
  afterEach(() => document.documentElement.removeAttribute('data-analytics'));

  it('keeps one session id while the page is open, and neither reads nor writes the storage', () => {
    const read = jest.spyOn(Storage.prototype, 'getItem');
    const id = analyticsSessionId();
    expect(id).toMatch(/^session_\d{13}_[0-9a-z]+$/);
    expect(analyticsSessionId()).toBe(id);
    expect(read).not.toHaveBeenCalled();
    expect(window.sessionStorage).toHaveLength(0);
    read.mockRestore();
  });
});

describe('a view', () => {
  const COUNT = 'POST /api/analytics/page-view';
  // Resolves in the next turn of the event loop, when the response has been handled.
  const dealtWith = () => new Promise((resolve) => setTimeout(resolve));
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  beforeEach(() => warn.mockClear());

  it('is counted under the name of its page, even if the user leaves the page at once', async () => {
    const calls = fakeServer({ [COUNT]: [204] });
    trackPageView('/sign/secret');
    await dealtWith();
    expect(calls).toEqual([COUNT]);
    const [, request] = jest.mocked(fetch).mock.calls[0] ?? [];
    expect(JSON.parse(request?.body as string)).toEqual({ page: 'other', sessionId: analyticsSessionId() });
    expect(request?.keepalive).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([[[503] as const], ['no answer' as const]])(
    'disturbs nothing if its call fails: %j',
    async (answer) => {
      fakeServer({ [COUNT]: answer });
      expect(() => trackPageView('/faq')).not.toThrow();
      await dealtWith();
      expect(warn).toHaveBeenCalledTimes(1);
    },
  );

  it('is not counted if the browser asks not to be tracked', async () => {
    const calls = fakeServer({ [COUNT]: [204] });
    Object.assign(navigator, { globalPrivacyControl: true });
    trackPageView('/faq');
    Reflect.deleteProperty(navigator, 'globalPrivacyControl');
    await dealtWith();
    expect(calls).toEqual([]);
  });
});
