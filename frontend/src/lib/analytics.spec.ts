import { webcrypto } from 'node:crypto';
import { analyticsSessionId, pageName, wantsNoTracking } from './analytics.js';

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

it('keeps one session id of prefix, time and random string', () => {
  const id = analyticsSessionId();
  expect(id).toMatch(/^session_\d{13}_[0-9a-z]+$/);
  expect(analyticsSessionId()).toBe(id);
  expect(window.sessionStorage.getItem('analytics_session_id')).toBe(id);
});
