// Pictures of the login to the administration, and of the logout.
import { refuse } from './screenshot-answers.mjs';

const TOAST = '.toast-region > *';

const submitted = async (page) => {
  await page.locator('input[type=password]').fill('not the password');
  await page.locator('.login-fields .button-primary').click();
  await page.locator(TOAST).first().waitFor();
};
const unavailable = (call, act) => async (page) => {
  await refuse(page, `**/api/admin/${call}`, 'unavailable');
  await act(page);
};
/** Ends the session while the page is open, so that the page's next call is refused. */
const ended = async (page) => {
  await page.context().clearCookies();
  await page.locator('.range-presets button[aria-pressed=false]').first().click();
  await page.getByRole('dialog').waitFor();
};
const leaving = async (page) => {
  await page.getByRole('button', { name: /^(Abmelden|Logout)$/ }).click();
  await page.locator(TOAST).first().waitFor();
};

export const SESSION_STATES = [
  { name: 'admin-login', path: () => '/admin' },
  { name: 'admin-login-wrong', path: () => '/admin', act: submitted },
  { name: 'admin-login-unavailable', path: () => '/admin', act: unavailable('login', submitted) },
  { name: 'admin-session-ended', path: () => '/admin/dashboard', as: 'admin', act: ended },
  {
    name: 'admin-session-ended-wrong',
    path: () => '/admin/dashboard',
    as: 'admin',
    act: async (page) => {
      await ended(page);
      await submitted(page);
    },
  },
  {
    name: 'admin-logout-failed',
    path: () => '/admin/dashboard',
    as: 'admin',
    act: unavailable('logout', leaving),
  },
].map((state) => ({ ...state, fails: true }));
