import { isOwnName, ownMember } from './own-members.js';

const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__proto__'];

describe('the members of an object', () => {
  const prices = { one: 1, none: undefined };

  it('are found by their names', () => {
    expect(ownMember({ one: 1 }, 'one')).toBe(1);
    expect(ownMember({ one: 1 }, 'two')).toBeUndefined();
    expect(['one', 'none', 'two'].map((name) => isOwnName(prices, name))).toEqual([true, true, false]);
  });

  it.each(INHERITED)('do not include %s, which every object inherits', (name) => {
    expect(ownMember<unknown>(prices, name)).toBeUndefined();
    expect(isOwnName(prices, name)).toBe(false);
  });

  it('include a name that every object inherits if it is set', () => {
    const parsed = JSON.parse('{ "__proto__": 1, "constructor": 2 }') as Record<string, number>;
    expect([ownMember(parsed, '__proto__'), ownMember(parsed, 'constructor')]).toEqual([1, 2]);
  });
});
