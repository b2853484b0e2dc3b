import { randomBytes } from 'node:crypto';
import { AppendKeys, keyNameOf, NewestKeyRetired } from './append-keys.js';

const LOG = 'log-a';
const [first, second] = [randomBytes(32), randomBytes(32)];
const place = { stream: 'nda-1', revision: 3, hash: 'ab'.repeat(32) };

describe('the MAC of an event', () => {
  const keys = new AppendKeys(LOG, [first]);

  it('is accepted for its event only', () => {
    const mark = keys.markOf(place);
    expect(keys.hasMade(mark, place)).toBe(true);
    expect(keys.hasMade(mark, { ...place, stream: 'nda-2' })).toBe(false);
    expect(keys.hasMade(mark, { ...place, revision: 4 })).toBe(false);
    expect(keys.hasMade(mark, { ...place, hash: 'ac'.repeat(32) })).toBe(false);
  });

  it('is worth nothing in another log with the same key', () =>
    expect(new AppendKeys('log-b', [first]).hasMade(keys.markOf(place), place)).toBe(false));

  it('is worth nothing under another key, even under the name of the right key', () => {
    const other = new AppendKeys(LOG, [second]);
    const mark = other.markOf(place);
    expect(keys.hasMade(mark, place)).toBe(false);
    expect(keys.hasMade(keyNameOf(keys.markOf(place)) + mark.slice(8), place)).toBe(false);
  });

  it('is accepted in its one spelling only', () => {
    const mark = keys.markOf(place);
    for (let at = 0; at < mark.length; at += 1)
      for (const bit of [1, 2, 4]) {
        const code = mark.charCodeAt(at) ^ bit;
        const changed = mark.slice(0, at) + String.fromCharCode(code) + mark.slice(at + 1);
        expect(keys.hasMade(changed, place)).toBe(false);
      }
    for (const changed of ['', mark.slice(1), mark.slice(0, -1), `${mark}=`, `${mark} `, mark.toUpperCase()])
      expect(keys.hasMade(changed, place)).toBe(false);
  });

  it('does not show where one part ends and the next begins', () => {
    const one = keys.markOf({ stream: 'nda-1', revision: 12, hash: '' });
    expect(keys.hasMade(one, { stream: 'nda-11', revision: 2, hash: '' })).toBe(false);
  });
});

describe('the MAC of a leaf', () => {
  const keys = new AppendKeys(LOG, [first]);
  const leaf = { ...place, place: 17 };

  it('is accepted for its leaf only', () => {
    const mark = keys.leafMarkOf(leaf);
    expect(mark).toMatch(/^[0-9a-f]{40}$/);
    expect(keys.hasMadeLeaf(mark, leaf)).toBe(true);
    for (const other of [{ place: 18 }, { stream: 'nda-2' }, { revision: 4 }, { hash: 'ac'.repeat(32) }])
      expect(keys.hasMadeLeaf(mark, { ...leaf, ...other })).toBe(false);
  });

  it('is neither that of the event, nor worth anything in another log or when it is shorter', () => {
    const mark = keys.leafMarkOf(leaf);
    expect(keys.hasMade(mark, leaf)).toBe(false);
    expect(keys.hasMadeLeaf(keys.markOf(leaf), leaf)).toBe(false);
    expect(new AppendKeys('log-b', [first]).hasMadeLeaf(mark, leaf)).toBe(false);
    for (const changed of ['', mark.slice(0, 8), mark.slice(0, -2), mark.toUpperCase()])
      expect(keys.hasMadeLeaf(changed, leaf)).toBe(false);
  });

  it('is accepted under each key of the list that is not retired', () => {
    const mark = keys.leafMarkOf(leaf);
    expect(new AppendKeys(LOG, [second, first]).hasMadeLeaf(mark, leaf)).toBe(true);
    expect(new AppendKeys(LOG, [second, first], keys.names).hasMadeLeaf(mark, leaf)).toBe(false);
    expect(new AppendKeys(LOG, [second]).hasMadeLeaf(mark, leaf)).toBe(false);
  });
});

describe('a list of keys', () => {
  it('makes MACs with its first key, and accepts the MACs of each', () => {
    const before = new AppendKeys(LOG, [first]);
    const after = new AppendKeys(LOG, [second, first]);
    expect(after.hasMade(before.markOf(place), place)).toBe(true);
    expect(before.hasMade(after.markOf(place), place)).toBe(false);
    expect(keyNameOf(after.markOf(place))).toBe(after.names[0]);
    expect(after.names).toEqual([after.names[0], before.names[0]]);
  });

  it('accepts no MAC of a retired key, neither of an event nor of a statement', () => {
    const before = new AppendKeys(LOG, [first]);
    const after = new AppendKeys(LOG, [second, first], before.names);
    expect(after.hasMade(before.markOf(place), place)).toBe(false);
    expect(after.hasSealed(before.sealOf('tree', '7'), 'tree', '7')).toBe(false);
    expect(after.hasMade(after.markOf(place), place)).toBe(true);
    expect(after.hasSealed(after.sealOf('tree', '7'), 'tree', '7')).toBe(true);
    expect(after.names).toEqual([...after.names.slice(0, 1), ...before.names]);
  });

  it('is refused if its first key is retired, because nobody would believe what it writes', () =>
    expect(() => new AppendKeys(LOG, [first, second], new AppendKeys(LOG, [first]).names)).toThrow(
      NewestKeyRetired,
    ));

  it('is refused if it contains a key twice', () =>
    expect(() => new AppendKeys(LOG, [first, second, first])).toThrow('same name'));
});
