import { screen } from '@testing-library/react';
import { renderWithProviders } from '../testing/render.js';
import { startTexts } from '../testing/texts.js';
import { CrashPage } from './crash-page.js';

beforeAll(() => startTexts('en'));
afterEach(() => document.documentElement.removeAttribute('data-token'));

it('leads home in the current language', () => {
  renderWithProviders(<CrashPage />);
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/?lang=en');
});

it.each([
  [false, 'a draft is kept'],
  [true, 'nothing is kept behind a link of a mail'],
])('says that the draft is kept only if there is one (link: %s): %s', (isToken) => {
  document.documentElement.toggleAttribute('data-token', isToken);
  renderWithProviders(<CrashPage />);
  expect(screen.getByText(/Reload the page/)).toBeVisible();
  expect(screen.queryByText(/saved on this device/) === null).toBe(isToken);
});
