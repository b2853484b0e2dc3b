import { readBacks, withNoisyCanvas } from './noisy-canvas.js';
import { ALTERED, drawnIsStored, readBack, sendPicture, typedIsStored } from './signed-as-shown.js';
import { expect, test } from './test.js';

test.describe('in a browser that returns noise from a canvas', () => {
  test.beforeEach(({ page }) => withNoisyCanvas(page));

  test('a drawing is stored as it was drawn, and nothing is read back', async ({ page }) => {
    await drawnIsStored(page);
    expect(await readBacks(page)).toBe(0);
  });

  test('a typed name is stored as it was shown, and nothing is read back', async ({ page }) => {
    await typedIsStored(page);
    expect(await readBacks(page)).toBe(0);
  });

  test('a picture from an earlier client is refused with a message', async ({ page }) => {
    expect(await sendPicture(page, await readBack(page))).toEqual(ALTERED);
  });
});

test('a picture from an earlier client is accepted if the canvas is read back unchanged', async ({
  page,
}) => {
  expect(await sendPicture(page, await readBack(page))).toMatchObject({ status: 200 });
});
