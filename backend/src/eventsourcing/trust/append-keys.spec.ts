import { randomBytes } from 'node:crypto';
import { AppendKeys, keyNameOf, KeyTwice, NewestKeyRetired } from './append-keys.js';

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

describe('the MACs of a known key', () => {
  // Computed with Python from the description of the MACs alone. If these values change, no stored event is
  // authenticated any more.
  const keys = new AppendKeys('log-000102030405060708090a0b0c0d0e0f', [
    Uint8Array.from({ length: 32 }, (_, n) => n),
  ]);

  it('never change: that of an event', () => {
    const known = { stream: 'nda-01a22c72-028c-70cc-a554-7d7be8a60bfe', revision: 3, hash: 'ab'.repeat(32) };
    const mac = 'aa1403fc.wx8O4ztJzFZbRf-qG4SFehVYy_AvoVR06uMR3sL0zns';
    expect(keys.markOf(known)).toBe(mac);
    expect(keys.hasMade(mac, known)).toBe(true);
  });

  it.each([
    ['adoption', 'aa1403fc.Vpswhfl-vWsXhS9ly6sZqIqmLlwvtT82JgbQtdOd2Pg'],
    ['tree', 'aa1403fc.LLmPH909MD0WCKa0oXlTN75co5KLE2T-qOTpBCdQDmQ'],
    ['pass', 'aa1403fc.kSq04jlF47U7cN0-gRLGde-bppcHFOYc28fYVj2XCzc'],
  ] as const)('never change: that of a statement for %s', (purpose, mac) => {
    expect(keys.sealOf(purpose, 'a statement')).toBe(mac);
    expect(keys.hasSealed(mac, purpose, 'a statement')).toBe(true);
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
    expect(() => new AppendKeys(LOG, [first, second, first])).toThrow(KeyTwice));
});
