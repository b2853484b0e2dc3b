import { screen } from '@testing-library/react';
import { renderWithProviders } from '../testing/render.js';
import { startTexts } from '../testing/texts.js';
import { CrashPage } from './crash-page.js';

beforeAll(() => startTexts('en'));
afterEach(() => document.documentElement.removeAttribute('data-token'));

it('leads home in the language that is read', () => {
  renderWithProviders(<CrashPage />);
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/?lang=en');
});

it.each([
  [false, 'a draft is kept'],
  [true, 'nothing is kept behind a link of a mail'],
])('says what is kept only where something is (link: %s): %s', (isToken) => {
  document.documentElement.toggleAttribute('data-token', isToken);
  renderWithProviders(<CrashPage />);
  expect(screen.getByText(/Reload the page/)).toBeVisible();
  expect(screen.queryByText(/saved on this device/) === null).toBe(isToken);
});
