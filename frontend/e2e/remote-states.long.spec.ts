import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { invited } from './invited.js';
import { expectNothingCut } from './layout.js';
import { expect, test } from './test.js';

const HOUR_MS = 3_600_000;
const hence = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const problem = (more: object) => ({
  mailProblems: [
    { kind: 'invitation', party: 2, code: 'mail_unreachable', permanent: false, at: hence(-0.1), ...more },
  ],
});

/**
 * States of an invitation. Each entry contains the properties that replace properties of the server's
 * response. The test fakes the states, because most of them arise only after several days or through acts of
 * other people.
 */
const PANEL: Readonly<Record<string, object>> = {
  pending: { invitationStatus: 'pending' },
  'pending for long': { invitationStatus: 'pending', expiresAt: hence(167), ...problem({}) },
  opened: { invitationStatus: 'opened', invitationOpenedAt: hence(-2), remindersSent: 1, otherDevices: 2 },
  refused: problem({ code: 'mail_refused', permanent: true }),
  'refused, with no address left': { ...problem({ code: 'bounced', permanent: true }), addressesLeft: 0 },
  declined: { remindersDeclined: true },
  'reminded three times': { remindersSent: 3, lastReminderAt: hence(-5) },
  'in its second day': { expiresAt: hence(130) },
  'in its last hours': { expiresAt: hence(3), party1PaysForBoth: false, party1PaymentAmount: 199 },
  expired: { invitationStatus: 'expired', expiresAt: hence(-12) },
  cancelled: { invitationStatus: 'cancelled', signatureMode: 'in-person', expiresAt: null },
  'cancelled for the third time': {
    invitationStatus: 'cancelled',
    signatureMode: 'in-person',
    expiresAt: null,
    invitationsLeft: 0,
  },
  disputed: { disputed: [{ party: 2, at: hence(-1) }] },
};
const SHARE = { status: 'pending', amount: 199, paidAt: null };
const LINK: Readonly<Record<string, object>> = {
  'with a share to pay': { amountDue: 199, payment: { ...SHARE, status: 'none' } },
  'with a payment begun': { amountDue: 199, payment: SHARE },
  'with a share paid': { payment: { ...SHARE, status: 'succeeded', paidAt: hence(-1) } },
  'signed, without a document': { alreadySigned: true },
  'signed, with a share open': { alreadySigned: true, waitingFor: 'payment' },
};

/** Replaces properties of the server's real response. */
const answered = (page: Page, path: string, change: () => object) =>
  page.route(`**${path}`, async (route) => {
    const json = { ...(await (await route.fetch()).json()), ...change() };
    await route.fulfill({ json });
  });

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const)
  test(`every state of the panel and of the remote page, ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const { id, link, token } = await invited(page);
    let change: object = {};
    await answered(page, `/api/ndas/${id}`, () => change);
    await answered(page, `/api/remote-signature/${token}`, () => change);
    const look = async (address: string, where: string) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expectNothingCut(page, where);
      await expectAccessible(page, where);
    };
    for (const [state, changed] of Object.entries(PANEL)) {
      change = changed;
      await look(`/nda/${id}`, `the panel, ${state}`);
    }
    for (const [state, changed] of Object.entries(LINK)) {
      change = changed;
      await look(link, `the remote page ${state}`);
    }
  });
