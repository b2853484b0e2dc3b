import { allowAgain, refuseCookies } from '../testing/refused-cookies.js';
import { cookies } from './cookies.js';

afterEach(allowAgain);

it('finds a browser that keeps cookies, and leaves none behind', () => {
  expect(cookies.allowAct()).toBe(true);
  expect([cookies.refusals(), document.cookie]).toEqual([0, '']);
});

it.each<[string, () => void]>([
  ['says so itself', () => jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)],
  ['keeps no cookie', () => jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined)],
  [
    'throws',
    () =>
      jest.spyOn(document, 'cookie', 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      }),
  ],
])('finds a browser that refuses cookies if it %s', (_, refuse) => {
  refuse();
  expect(cookies.allowAct()).toBe(false);
  expect(cookies.refusals()).toBeGreaterThan(0);
});

it('counts each act that failed, so that the notice can take the focus each time', () => {
  refuseCookies();
  const before = cookies.refusals();
  expect(before).toBeGreaterThan(0);
  expect(cookies.allowAct()).toBe(false);
  expect(cookies.refusals()).toBe(before + 1);
});

it('counts the first act too, if the browser refuses cookies only then', () => {
  cookies.allowAct();
  cookies.wereLost();
  expect(cookies.refusals()).toBe(2);
});

it('examines the browser again before each act, and tells its subscribers', () => {
  const listener = jest.fn();
  const stop = cookies.subscribe(listener);
  refuseCookies();
  expect(cookies.refusals()).toBeGreaterThan(0);
  allowAgain();
  expect(cookies.refusals()).toBe(0);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  cookies.wereLost();
  expect(listener).toHaveBeenCalledTimes(2);
});
