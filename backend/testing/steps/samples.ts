import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { encode } from 'fast-png';

/** Returns a drawn stroke as a PNG data URL. Each value of `shift` gives another stroke. */
export function signature(shift = 0): string {
  const width = 320;
  const height = 120;
  const data = new Uint8Array(width * height * 4);
  for (let x = 20; x < 300; x += 1) {
    const y = Math.round(60 + 30 * Math.sin(x / 18 + shift));
    for (const row of [y, y + 1]) data.set([21, 27, 46, 255], (row * width + x) * 4);
  }
  return `data:image/png;base64,${Buffer.from(encode({ width, height, data, channels: 4, depth: 8 })).toString('base64')}`;
}

const { party2Company: _, permittedDisclosures: __, ...entered } = SAMPLES.de;
/** Terms in the form in which a browser sends them: empty fields are absent. */
export const terms = entered;

export const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

/** Default retention periods (docs/operations.md), in days. */
export const retention = {
  unsignedDraftDays: 30,
  visitorDays: 30,
  completedDays: 3653,
  unfinishedDays: 365,
  voucherDays: 90,
  withdrawalDays: 1461,
};
