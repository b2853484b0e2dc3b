import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { ProcessCards } from '../features/home/process-cards.js';
import { LanguageLinks } from './language-links.js';
import { startSite } from './site.js';
import { TEXTS } from './texts.js';

const html = (element: Parameters<typeof createElement>[0]) =>
  renderToString(createElement(I18nextProvider, { i18n: TEXTS.de }, createElement(element)));

/** Opens a document with this content and runs the script of documents. */
function openDocument(body: string): void {
  document.body.innerHTML = body;
  startSite();
}
const find = <T extends HTMLElement = HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
};

const listeners: (() => void)[] = [];
beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '';
  // These tests open several documents in the same window, so the listeners of each document must be removed.
  // Otherwise the listeners of an earlier document would still receive key presses.
  const add = document.addEventListener.bind(document);
  jest.spyOn(document, 'addEventListener').mockImplementation((...of: Parameters<typeof add>) => {
    add(...of);
    listeners.push(() => document.removeEventListener(of[0], of[1]));
  });
});
afterEach(() => {
  for (const end of listeners.splice(0)) end();
  jest.restoreAllMocks();
});

it('does nothing on a page without interactive parts', () => {
  openDocument('<p>text</p>');
  expect(document.body.innerHTML).toBe('<p>text</p>');
});

it('turns a card over and back, and names the card by its visible side', async () => {
  openDocument(html(ProcessCards));
  const [card, other] = document.querySelectorAll<HTMLElement>('.flip-card-button');
  const named = () => document.getElementById(card?.getAttribute('aria-labelledby') ?? '')?.className;
  for (const [pressed, side] of [
    ['false', 'flip-card-front'],
    ['true', 'flip-card-back'],
    ['false', 'flip-card-front'],
  ]) {
    expect(card).toHaveAttribute('aria-pressed', pressed);
    expect(named()).toContain(side);
    expect(other).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(card as HTMLElement);
  }
});

describe('the language', () => {
  it('is stored when a person chooses it in the menu', async () => {
    openDocument(html(LanguageLinks));
    document.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(find('[data-language="en"]'));
    expect(localStorage.getItem('language')).toBe('en');
    await userEvent.click(find('[data-language="de"]'));
    expect(localStorage.getItem('language')).toBe('de');
  });

  it('is stored when a person accepts the offer', async () => {
    document.documentElement.setAttribute('data-offer', '');
    openDocument(`<div class="site-header-controls">${html(LanguageLinks)}</div>`);
    document.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(find('.language-offer a'));
    expect(localStorage.getItem('language')).toBe('en');
  });

  it('is not stored if only the address names it', () => {
    window.history.replaceState(null, '', '/faq?lang=en');
    openDocument(html(LanguageLinks));
    expect(localStorage).toHaveLength(0);
  });
});

describe('an open menu', () => {
  const menu = () => find<HTMLDetailsElement>('details[name="menu"]');
  beforeEach(() => {
    openDocument(`${html(LanguageLinks)}<details name="faq" open><summary>Q</summary></details><p>text</p>`);
    menu().open = true;
    find('[data-language="en"]').focus();
  });

  it('closes on Escape, with the focus back on its button', async () => {
    await userEvent.keyboard('x');
    expect(menu().open).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(menu().open).toBe(false);
    expect(find('summary')).toHaveFocus();
    expect(find<HTMLDetailsElement>('details[name="faq"]').open).toBe(true);
  });

  it('closes on a press outside, but not on a press inside', () => {
    const press = (selector: string) =>
      find(selector).dispatchEvent(new Event('pointerdown', { bubbles: true }));
    press('.language-menu-list');
    expect(menu().open).toBe(true);
    press('p');
    expect(menu().open).toBe(false);
    expect(find<HTMLDetailsElement>('details[name="faq"]').open).toBe(true);
  });

  it('Escape leaves the focus alone if no menu is open', async () => {
    menu().open = false;
    find('[name="faq"] summary').tabIndex = 0;
    find('[name="faq"] summary').focus();
    await userEvent.keyboard('{Escape}');
    expect(find('[name="faq"] summary')).toHaveFocus();
  });
});

describe('an address to copy', () => {
  const BUTTON =
    '<button data-copy="post@siegel.example" data-copied="Kopiert" data-failed="Nicht erlaubt">Kopieren</button><output></output>';

  it('is copied, and the page says so', async () => {
    const user = userEvent.setup();
    openDocument(BUTTON);
    await user.click(find('button'));
    expect(await navigator.clipboard.readText()).toBe('post@siegel.example');
    await waitFor(() => expect(find('output')).toHaveTextContent('Kopiert'));
  });

  it('is not reported as copied if the browser forbids copying', async () => {
    const user = userEvent.setup();
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'));
    openDocument(BUTTON);
    await user.click(find('button'));
    await waitFor(() => expect(find('output')).toHaveTextContent('Nicht erlaubt'));
    expect(warn).toHaveBeenCalled();
  });
});

describe('the files of the wizard', () => {
  const LINKS = '<a href="/create">1</a><a href="/create?lang=en">2</a><a href="/faq">3</a>';
  const fetched = () =>
    [...document.head.querySelectorAll('link[rel="prefetch"]')].map((link) => link.getAttribute('href'));
  const open = () => {
    document.head.innerHTML =
      '<script type="text/plain" data-ahead="/a.js /b.css" data-ahead-of="/create"></script>';
    openDocument(LINKS);
  };
  const approach = (index: number, event: string) =>
    document.querySelectorAll('a')[index]?.dispatchEvent(new Event(event));

  it.each(['pointerenter', 'touchstart', 'focus'])(
    'are prefetched when a person approaches the link to it: %s',
    (event) => {
      open();
      approach(2, event);
      expect(fetched()).toEqual([]);
      approach(1, event);
      expect(fetched()).toEqual(['/a.js', '/b.css']);
      for (const index of [0, 1]) approach(index, event);
      expect(fetched()).toEqual(['/a.js', '/b.css']);
    },
  );

  it('are not prefetched if the person has asked the browser to save data', () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    open();
    approach(0, 'pointerenter');
    expect(fetched()).toEqual([]);
    Reflect.deleteProperty(navigator, 'connection');
  });
});
