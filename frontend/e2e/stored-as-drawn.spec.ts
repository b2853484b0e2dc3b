import { readBacks, withNoisyCanvas } from './noisy-canvas.js';
import { ALTERED, drawnIsStored, readBack, sent, typedIsStored } from './signed-as-shown.js';
import { expect, test } from './test.js';

test.describe('in a browser that answers noise of a canvas', () => {
  test.beforeEach(({ page }) => withNoisyCanvas(page));

  test('a drawing is stored as it was drawn, and nothing is read back', async ({ page }) => {
    await drawnIsStored(page);
    expect(await readBacks(page)).toBe(0);
  });

  test('a typed name is stored as it was shown, and nothing is read back', async ({ page }) => {
    await typedIsStored(page);
    expect(await readBacks(page)).toBe(0);
  });

  test('what clients of before would send of it is refused in words', async ({ page }) => {
    expect(await sent(page, await readBack(page))).toEqual(ALTERED);
  });
});

test('what clients of before send of a canvas that is read as it is, is taken', async ({ page }) => {
  expect(await sent(page, await readBack(page))).toMatchObject({ status: 200 });
});
