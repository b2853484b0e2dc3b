import { expect, test } from '@playwright/test';
import { withNoisyCanvas } from '../noisy-canvas.js';
import { ALTERED, drawnIsStored, readBack, sendPicture, typedIsStored } from '../signed-as-shown.js';

/**
 * True if the browser hides a drawing from scripts that read the canvas. Firefox's strict mode changes only
 * the lowest bits. All other protected browsers hide the drawing.
 */
const hidesDrawings = (project: string): boolean => project !== 'firefox-strict';

test.beforeEach(async ({ page }, { project }) => {
  if (project.name === 'chromium-noise') await withNoisyCanvas(page);
});

test('a drawing is stored as it was drawn', ({ page }) => drawnIsStored(page));

test('a typed name is stored as it was shown', ({ page }) => typedIsStored(page));

test('a picture from an earlier client is refused if the browser has hidden the drawing', async ({ page }, {
  project,
}) => {
  const answer = await sendPicture(page, await readBack(page));
  if (hidesDrawings(project.name)) expect(answer).toEqual(ALTERED);
  else expect(answer).toMatchObject({ status: 200 });
});
