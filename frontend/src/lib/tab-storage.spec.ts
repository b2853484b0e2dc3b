import { allowAgain, refuseStorage } from '../testing/refused-cookies.js';
import { local } from './storage.js';
import { tabStorage } from './tab-storage.js';

/**
 * Opens the page. Each further call acts as a reload, which keeps only the entry of the browser's history.
 */
const opened = () => tabStorage(local, ['draft', 'other']);

/** Sets the way in which the browser came to the page, because jsdom does not report it. */
function arrivedBy(type: NavigationTimingType): void {
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
}
beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  window.history.replaceState(null, '');
  arrivedBy('reload');
});
afterEach(() => {
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  allowAgain();
});

describe('while the browser stores data', () => {
  it('stores values there and leaves the history alone', () => {
    const storage = opened();
    expect(storage.set('draft', 'a')).toBe(true);
    jest.runAllTimers();
    expect([localStorage.getItem('draft'), window.history.state]).toEqual(['a', null]);
    storage.remove('draft');
    expect(storage.get('draft')).toBeNull();
  });

  it('says so, and leaves nothing behind', () => {
    expect(opened().areInTab()).toBe(false);
    expect(localStorage).toHaveLength(0);
  });
});

describe('while the browser stores nothing', () => {
  beforeEach(refuseStorage);

  it('says so before the first value', () => {
    expect(opened().areInTab()).toBe(true);
  });

  it('keeps values in the tab, also over a reload', () => {
    const storage = opened();
    expect(storage.set('draft', 'a')).toBe(false);
    expect(storage.get('draft')).toBe('a');
    expect(opened().get('draft')).toBe('a');
  });

  it('keeps the state of the router', () => {
    window.history.replaceState({ usr: { step: 2 }, idx: 3 }, '');
    opened().set('draft', 'a');
    expect(window.history.state).toMatchObject({ usr: { step: 2 }, idx: 3 });
  });

  it('writes to the history at once, and then at most twice a second', () => {
    const writes = jest.spyOn(window.history, 'replaceState');
    const storage = opened();
    for (const value of ['a', 'b', 'c']) storage.set('draft', value);
    expect(writes).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(500);
    expect(writes).toHaveBeenCalledTimes(2);
    expect(opened().get('draft')).toBe('c');
  });

  it.each(['beforeunload', 'pagehide'])(
    'writes what is not written yet when the page is left (%s)',
    (event) => {
      const storage = opened();
      for (const value of ['a', 'b']) storage.set('draft', value);
      window.dispatchEvent(new Event(event));
      expect(opened().get('draft')).toBe('b');
    },
  );

  it('follows to a new entry of the history without a pause, and writes there once', () => {
    const storage = opened();
    storage.set('draft', 'a');
    window.history.pushState({ usr: { step: 2 } }, '');
    const writes = jest.spyOn(window.history, 'replaceState');
    for (let moves = 0; moves < 3; moves += 1) storage.follow();
    expect(writes).toHaveBeenCalledTimes(1);
    expect(window.history.state).toMatchObject({ usr: { step: 2 }, kept: { draft: 'a' } });
  });

  it('follows to a new entry of the history, and to an earlier one', () => {
    opened().set('draft', 'a');
    window.history.pushState({ usr: { step: 2 } }, '');
    jest.runAllTimers();
    expect(opened().get('draft')).toBe('a');
    window.history.replaceState({ kept: { draft: 'older' } }, '');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(opened().get('draft')).toBe('a');
  });

  it('survives a browser that refuses to write so often', () => {
    const storage = opened();
    jest.spyOn(window.history, 'replaceState').mockImplementation(() => {
      throw new DOMException('too many', 'SecurityError');
    });
    expect(storage.set('draft', 'a')).toBe(false);
    expect(storage.get('draft')).toBe('a');
  });

  it('forgets a removed value, in the history too', () => {
    const storage = opened();
    storage.set('draft', 'a');
    storage.remove('draft');
    jest.runAllTimers();
    expect([storage.get('draft'), opened().get('draft'), storage.state()]).toEqual([null, null, undefined]);
  });

  it('hands its values over to another page', () => {
    const storage = opened();
    storage.set('draft', 'a');
    window.history.pushState(storage.state(), '', '/create');
    expect(opened().get('draft')).toBe('a');
  });

  it.each([[null], ['text'], [{ kept: 'text' }], [{ kept: { draft: 1, unknown: 'a' } }]])(
    'takes nothing from a history that holds %j',
    (state) => {
      window.history.replaceState(state, '');
      const storage = opened();
      expect(['draft', 'other', 'unknown'].map(storage.get)).toEqual([null, null, null]);
    },
  );
});

it('says so from the first value that the browser did not store', () => {
  const storage = opened();
  expect(storage.areInTab()).toBe(false);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => undefined);
  storage.set('draft', 'a');
  expect(storage.areInTab()).toBe(true);
  expect(opened().get('draft')).toBe('a');
});

it('finds a browser that accepts a value and stores nothing', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => undefined);
  expect(opened().areInTab()).toBe(true);
});

describe('once the browser stores data again', () => {
  beforeEach(() => {
    refuseStorage();
    opened().set('draft', 'typed');
    allowAgain();
    localStorage.setItem('draft', 'older');
  });

  it('moves the values there after a reload, and clears the history', () => {
    const storage = opened();
    jest.runAllTimers();
    expect([localStorage.getItem('draft'), storage.get('draft')]).toEqual(['typed', 'typed']);
    expect(window.history.state).toEqual({});
  });

  it('moves a new value there without a reload', () => {
    const storage = opened();
    storage.set('draft', 'newer');
    expect(localStorage.getItem('draft')).toBe('newer');
  });

  it('keeps the newer stored value if a person goes back to an old entry', () => {
    arrivedBy('back_forward');
    expect(opened().get('draft')).toBe('older');
    localStorage.clear();
    window.history.replaceState({ kept: { draft: 'typed' } }, '');
    expect(opened().get('draft')).toBe('typed');
  });
});
