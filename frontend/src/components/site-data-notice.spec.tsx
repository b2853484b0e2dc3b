import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { reloadPage } from '../lib/leave.js';
import { siteData } from '../lib/site-data.js';
import { allowAgain, refuseCookies, refuseStorage } from '../testing/refused-site-data.js';
import { startTexts } from '../testing/texts.js';
import { SiteDataNotice } from './site-data-notice.js';

jest.mock('../lib/leave.js');

/** The words of the contract, which two texts make up. */
const WORDS = {
  de: 'Ihr Browser speichert für diese Seite keine Cookies. Ohne sie finden Sie Ihre Vereinbarung nicht wieder. Bitte erlauben Sie Cookies und laden Sie neu; Ihre Eingaben bleiben.',
  en: 'Your browser keeps no cookies for this site. Without them you could not find your agreement again. Please allow cookies and reload; what you typed stays.',
};
afterEach(allowAgain);

describe.each(['de', 'en'] as const)('the notice (%s)', (language) => {
  beforeEach(() => startTexts(language, ['site-data']));

  it('says at once that cookies are refused, with a way to reload', async () => {
    refuseCookies();
    render(<SiteDataNotice need="agreement" />);
    const alert = await screen.findByRole('alert');
    const words = [...alert.querySelectorAll('b, .text-soft')].map(({ textContent }) => textContent).join(' ');
    expect(words).toBe(WORDS[language]);
    await userEvent.click(screen.getByRole('button'));
    expect(reloadPage).toHaveBeenCalled();
  });

  it('speaks of the login where nobody looks for an agreement', async () => {
    refuseCookies();
    render(<SiteDataNotice need="login" />);
    expect(await screen.findByRole('alert')).toHaveTextContent(/können Sie sich nicht anmelden|cannot log in/);
    expect(screen.getByRole('alert')).not.toHaveTextContent(/Vereinbarung|agreement/);
  });

  it('says that a draft stays only in the tab if storage alone is refused', async () => {
    refuseStorage();
    const { container, rerender } = render(<SiteDataNotice need="agreement" draft />);
    expect(await screen.findByText(/speichert Ihren Entwurf nicht|does not save your draft/)).toBeVisible();
    expect(container).not.toHaveTextContent(/Cookies/i);
    rerender(<SiteDataNotice need="login" />);
    expect(container).toBeEmptyDOMElement();
  });
});

it('shows nothing in a browser that keeps what the site needs', () => {
  const { container } = render(<SiteDataNotice need="agreement" draft />);
  expect(container).toBeEmptyDOMElement();
});

it('takes the focus after an attempt in vain, and goes once cookies are allowed', async () => {
  refuseCookies();
  render(<SiteDataNotice need="agreement" className="page" />);
  await screen.findByRole('alert');
  expect(document.body).toHaveFocus();
  act(() => void siteData.allowsAct());
  expect(document.querySelector('.page')).toHaveFocus();
  allowAgain();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('takes the focus where it appears only after an attempt', async () => {
  render(<SiteDataNotice need="agreement" className="page" />);
  act(siteData.cookieWasLost);
  await screen.findByRole('alert');
  expect(document.querySelector('.page')).toHaveFocus();
});
