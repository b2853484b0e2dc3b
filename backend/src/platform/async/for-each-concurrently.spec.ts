import { forEachConcurrently } from './for-each-concurrently.js';

const items = Array.from({ length: 10 }, (_, n) => n);

it('works on each item once, and never on more items at a time than the limit', async () => {
  const done: number[] = [];
  let underWay = 0;
  let most = 0;
  await forEachConcurrently(items, 3, async (item) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    done.push(item);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual(items);
  expect(most).toBe(3);
});

it('starts no item after a failure, and ends when all started items have ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = forEachConcurrently(items, 2, async (item) => {
    begun.push(item);
    if (item === 0) throw new Error('the first');
    for (let n = 0; n < 5; n += 1) await Promise.resolve();
    ended.push(item);
  });
  await expect(work).rejects.toThrow('the first');
  expect(begun).toEqual([0, 1]);
  expect(ended).toEqual([1]);
});
