import { startTexts } from '../testing/texts.js';
import { removeTokenFromAddress } from './address-without-token.js';

const PATH = `/sign/${'aB3_-'.repeat(8)}xyz`;
const keptLink = () => sessionStorage.getItem('signing-link');
const address = () => `${window.location.pathname}${window.location.search}`;
const at = (path: string, state: object | null = null) => window.history.replaceState(state, '', path);

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-token');
});

it('does not change other addresses', async () => {
  await startTexts('de');
  at('/nda/abc');
  removeTokenFromAddress();
  expect(address()).toBe('/nda/abc');
  expect(keptLink()).toBeNull();
});

it('removes the token and keeps it for a reload, even when the browser goes back', async () => {
  await startTexts('en');
  document.documentElement.setAttribute('data-token', '');
  at(`${PATH}?lang=en`, { view: 'review' });
  removeTokenFromAddress();
  expect(address()).toBe('/sign/-?lang=en');
  expect(window.history.state).toEqual({ view: 'review' });
  expect(keptLink()).toBe(PATH);
  at(PATH, { view: 'sign' });
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(address()).toBe('/sign/-?lang=en');
  removeTokenFromAddress();
  expect(keptLink()).toBe(PATH);
});

it('works if storage is forbidden', async () => {
  await startTexts('de');
  document.documentElement.setAttribute('data-token', '');
  jest.spyOn(console, 'warn').mockImplementation();
  const forbidden = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  at(PATH);
  removeTokenFromAddress();
  expect(address()).toBe('/sign/-');
  forbidden.mockRestore();
});
