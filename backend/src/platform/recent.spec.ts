import { Recent } from './recent.js';

describe('recent values', () => {
  it('are few: the least recently used goes', () => {
    const recent = new Recent<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.get('a');
    recent.set('c', 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  });

  it('are replaced and taken away', () => {
    const recent = new Recent<number>(2);
    recent.set('a', 1);
    recent.set('a', 2);
    recent.set('b', 3);
    expect([recent.get('a'), recent.get('b')]).toEqual([2, 3]);
    recent.delete('a');
    expect(recent.get('a')).toBeUndefined();
  });
});
