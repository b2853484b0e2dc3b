import { expect, type Page } from '@playwright/test';
import { ALTERED_DRAWING_ERRORS } from '@siegel/contracts/signature/refusals';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { differenceFrom, drawStrokes, storedPicture } from './drawn-signature.js';
import { createAgreement, pad, textsOf } from './journey.js';

const texts = textsOf('de');
const { signing } = texts;

/** Opens a new agreement at step 4. */
async function openPad(page: Page): Promise<string> {
  await page.goto('/?lang=de');
  const id = await createAgreement(page);
  await page.goto(`/nda/${id}`);
  await expect(pad(page, texts, 1).locator('canvas')).toBeVisible();
  return id;
}

async function sign(page: Page): Promise<void> {
  const card = pad(page, texts, 1);
  const button = card.getByRole('button', { name: signing.sign });
  await expect(button).toBeEnabled();
  await button.click();
  const signed = card.getByText(signing.signed, { exact: true });
  const refused = page.locator('.toast-bad');
  await expect(signed.or(refused).first(), 'nothing came of pressing the button').toBeVisible();
  expect(await refused.allTextContents(), 'why the signature was not taken').toEqual([]);
  await expect(signed).toBeVisible();
}

/** Draws a signature and signs. Expects that the picture is stored as it was drawn (rule:stored-as-drawn). */
export async function drawnIsStored(page: Page): Promise<void> {
  const id = await openPad(page);
  await drawStrokes(page, pad(page, texts, 1));
  await sign(page);
  const { missing, surplus: strange, size } = differenceFrom(await storedPicture(page, id));
  expect(missing, 'the share of the strokes without ink').toBeLessThan(0.01);
  expect(strange, 'the share of the ink beside the strokes').toBeLessThan(0.01);
  expect(size, 'pixels by which the sizes differ').toBe(0);
}

/**
 * Types a name and signs. Expects that the stored picture is the picture that was on the screen
 * (rule:typed-by-the-service).
 */
export async function typedIsStored(page: Page): Promise<void> {
  const id = await openPad(page);
  const card = pad(page, texts, 1);
  await card.getByRole('tab', { name: signing.type }).click();
  await card.getByLabel(signing.typeLabel).focus();
  await page.keyboard.type(SAMPLES.de.party1Name);
  await card.getByText(signing.hand['3']).click();
  const picture = card.locator('.signature-pad-image:not([data-outdated])');
  await expect(picture).toBeVisible();
  await expect(card.getByRole('button', { name: signing.sign })).toBeEnabled();
  const shown = await picture.getAttribute('src');
  await sign(page);
  const stored = await storedPicture(page, id);
  expect(`data:image/png;base64,${stored.toString('base64')}`).toBe(shown);
}

/**
 * Draws on a canvas and returns the picture that the canvas gives to scripts. Earlier clients did this before
 * they sent a signature.
 */
export async function readBack(page: Page): Promise<string> {
  await page.goto('/?lang=de');
  return page.evaluate(() => {
    const canvas = document.createElement('canvas');
    // The canvas is small, because a larger picture full of noise would exceed the size limit of a signature.
    [canvas.width, canvas.height] = [290, 130];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('There is no canvas.');
    context.fillStyle = '#26429B';
    for (let x = 0; x < 200; x += 1) {
      context.beginPath();
      context.arc(40 + x, 60 + 20 * Math.sin(x / 15), 2, 0, 2 * Math.PI);
      context.fill();
    }
    return canvas.toDataURL('image/png');
  });
}

/**
 * Sends a picture as a signature, as earlier clients did.
 * @returns the status of the response, and the message if the service refuses the picture
 */
export async function sendPicture(
  page: Page,
  signature: string,
): Promise<{ status: number; message?: string }> {
  const id = await createAgreement(page);
  const data = { partyNumber: '1', signatureMode: 'in-person', signatureKind: 'drawn', signature };
  const answer = await page.request.post(`/api/ndas/${id}/sign`, {
    data,
    headers: { 'accept-language': 'de' },
  });
  const { message } = (await answer.json()) as { message?: string };
  return { status: answer.status(), ...(message === undefined ? {} : { message }) };
}

export const ALTERED = { status: 422, message: ALTERED_DRAWING_ERRORS.invalid_signature.de };
