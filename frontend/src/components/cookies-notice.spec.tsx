import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cookies } from '../lib/cookies.js';
import { reloadPage } from '../lib/leave.js';
import { allowAgain, refuseCookies } from '../testing/refused-cookies.js';
import { startTexts } from '../testing/texts.js';
import { CookiesNotice } from './cookies-notice.js';

jest.mock('../lib/leave.js');

const WORDS = {
  de: 'Ihr Browser speichert für diese Seite keine Cookies. Ohne sie finden Sie Ihre Vereinbarung nicht wieder. Bitte erlauben Sie Cookies und laden Sie neu; Ihre Eingaben bleiben.',
  en: 'Your browser keeps no cookies for this site. Without them you could not find your agreement again. Please allow cookies and reload; what you typed stays.',
};
const LOGIN = {
  de: 'Ihr Browser speichert für diese Seite keine Cookies. Ohne sie können Sie sich nicht anmelden. Bitte erlauben Sie Cookies und laden Sie neu.',
  en: 'Your browser keeps no cookies for this site. Without them you cannot log in. Please allow cookies and reload.',
};
/** Returns the notice's title and text as one string. */
const words = async () =>
  [...(await screen.findByRole('alert')).querySelectorAll('b, .text-soft')]
    .map(({ textContent }) => textContent)
    .join(' ');
afterEach(allowAgain);

describe.each(['de', 'en'] as const)('the notice (%s)', (language) => {
  beforeEach(() => startTexts(language, ['cookies', 'links']));

  it.each([
    ['agreement', WORDS],
    ['link', WORDS],
    ['login', LOGIN],
  ] as const)('says what the person cannot do: %s', async (need, expected) => {
    refuseCookies();
    render(<CookiesNotice need={need} />);
    expect(await words()).toBe(expected[language]);
  });

  it('has a button to reload', async () => {
    refuseCookies();
    render(<CookiesNotice need="agreement" />);
    await userEvent.click(await screen.findByRole('button'));
    expect(reloadPage).toHaveBeenCalled();
  });
});

it('shows nothing in a browser that keeps cookies', () => {
  const { container } = render(<CookiesNotice need="agreement" />);
  expect(container).toBeEmptyDOMElement();
});

it.each([0, 1, 2])(
  'leaves the focus where it is when the page opens after %i acts that failed',
  async (acts) => {
    refuseCookies();
    for (let n = 0; n < acts; n += 1) cookies.wereLost();
    render(<CookiesNotice need="login" />);
    await screen.findByRole('alert');
    expect(document.body).toHaveFocus();
  },
);

it('takes the focus after each act that failed, and goes once cookies are allowed', async () => {
  render(
    <>
      <CookiesNotice need="agreement" className="page" />
      <input />
    </>,
  );
  act(() => void cookies.wereLost());
  await screen.findByRole('alert');
  expect(document.querySelector('.page')).toHaveFocus();
  screen.getByRole('textbox').focus();
  refuseCookies();
  expect(document.querySelector('.page')).toHaveFocus();
  allowAgain();
  expect(screen.queryByRole('alert')).toBeNull();
});
