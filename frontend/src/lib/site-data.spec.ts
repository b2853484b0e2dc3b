import { allowAgain, refuseCookies, refuseStorage } from '../testing/refused-site-data.js';
import { siteData } from './site-data.js';

/** Examines the browser and returns what it refuses. */
function refused(): string {
  siteData.allowsAct();
  return siteData.get().refused;
}
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(allowAgain);

it('finds a browser that keeps cookies and storage, and leaves neither behind', () => {
  localStorage.clear();
  expect(refused()).toBe('kept');
  expect([document.cookie, localStorage.length]).toEqual(['', 0]);
});

describe('a browser that refuses cookies', () => {
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
  ])('is found if it %s', (_, refuse) => {
    refuse();
    expect(refused()).toBe('cookies');
  });
});

describe('a browser that refuses storage', () => {
  it('is found if it throws', () => {
    refuseStorage();
    expect(refused()).toBe('storage');
  });

  it('is found if it accepts a value and stores nothing', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => undefined);
    expect(refused()).toBe('storage');
  });
});

it('allows an act without storage, but not without cookies, and counts the attempts', () => {
  refuseStorage();
  const { attempts } = siteData.get();
  expect(siteData.allowsAct()).toBe(true);
  expect(siteData.get().attempts).toBe(attempts);
  refuseCookies();
  const before = siteData.get().attempts;
  expect(siteData.allowsAct()).toBe(false);
  expect(siteData.get().attempts).toBe(before + 1);
});

it('examines the browser again before each act, and tells its subscribers', () => {
  const listener = jest.fn();
  const stop = siteData.subscribe(listener);
  refuseCookies();
  expect(siteData.get().refused).toBe('cookies');
  allowAgain();
  expect(siteData.get().refused).toBe('kept');
  expect(listener).toHaveBeenCalledTimes(2);
  siteData.cookieWasLost();
  expect(siteData.get().refused).toBe('cookies');
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
});
