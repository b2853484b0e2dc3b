import { statusOfSecret, type StoredCheck } from './check-values.js';

const stored = (...values: readonly string[]): StoredCheck[] =>
  values.map((value) => ({ value: value.replace('-', ''), retired: value.startsWith('-') }));

// A leading `-` marks a retired value, so `-old` is the retired value `old`.
it.each([
  [['new'], [], 'first', 'first'],
  [['old'], ['old'], 'known', 'known'],
  [['new'], ['old'], 'another', 'another'],
  [['new', 'old'], ['old'], 'successor', 'successor'],
  [['old', 'new'], ['old'], 'known', 'known'],
  [['old'], ['old', 'new'], 'known', 'half'],
  [['new'], ['old', 'new'], 'known', 'half'],
  [['new', 'old'], ['old', 'new'], 'known', 'known'],
  [['old', 'new'], ['old', 'new'], 'known', 'known'],
  [['new'], ['-old', 'new'], 'known', 'known'],
  [['old'], ['-old', 'new'], 'another', 'another'],
  [['old', 'new'], ['-old', 'new'], 'another', 'another'],
  [['new', 'old'], ['-old', 'new'], 'known', 'known'],
])(
  'a process with %j and a database with %j: %s, and for a key that wraps others %s',
  (known, values, any, all) => {
    expect(statusOfSecret(known, stored(...values), false)).toBe(any);
    expect(statusOfSecret(known, stored(...values), true)).toBe(all);
  },
);
