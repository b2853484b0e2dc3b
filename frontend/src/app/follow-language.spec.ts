import userEvent from '@testing-library/user-event';
import { waitFor } from '@testing-library/react';
import { i18n } from '../lib/i18n.js';
import { startTexts } from '../testing/texts.js';
import { changeTo, followLanguage } from './follow-language.js';

const FRAMES = {
  de: { title: 'Vereinbarung erstellen', description: 'Eintragen.', footer: 'Rechtliches' },
  en: { title: 'Create an agreement', description: 'Enter.', footer: 'Legal' },
};
const headOf = (language: 'de' | 'en') =>
  `<title>${FRAMES[language].title}</title><meta name="description" content="${FRAMES[language].description}">`;
const bodyOf = (language: 'de' | 'en', content: string) => `
  <header class="site-header">
    <details name="menu"><summary>${language}</summary>
      <a data-language="de" href="?lang=de">Deutsch</a><a data-language="en" href="?lang=en"><span>English</span></a>
    </details>
  </header>
  <main>${content}</main>
  <footer class="site-footer">${FRAMES[language].footer}</footer>`;
const documentIn = (language: 'de' | 'en') =>
  `<!doctype html><html lang="${language}"><head>${headOf(language)}</head><body>${bodyOf(language, '')}</body></html>`;

type Answer = { status: number; text: () => Promise<string> };
const asked: string[] = [];
/** Replaces the server. The fake server responds when `answer` resolves. */
function serving(answer: (path: string) => Promise<Answer> | Answer): void {
  const fetched = async (path: string) => {
    asked.push(path);
    return answer(path);
  };
  Object.assign(globalThis, { fetch: jest.fn(fetched) });
}
const found = (path: string): Answer => ({
  status: 200,
  text: async () => documentIn(path.endsWith('lang=en') ? 'en' : 'de'),
});
const frame = () => ({
  title: document.title,
  description: document.querySelector('meta[name="description"]')?.getAttribute('content'),
  footer: document.querySelector('.site-footer')?.textContent,
  menu: document.querySelector('summary')?.textContent,
});
const framed = (language: 'de' | 'en') => ({ ...FRAMES[language], menu: language });
const link = () => document.querySelector('[data-language="en"] span') as HTMLElement;
const input = () => document.querySelector('input') as HTMLInputElement;

beforeAll(async () => {
  await startTexts('de', ['wizard']);
  followLanguage();
});
beforeEach(async () => {
  localStorage.clear();
  asked.length = 0;
  window.history.replaceState({ step: 2 }, '', '/create#title');
  document.documentElement.lang = 'de';
  document.head.innerHTML = headOf('de');
  document.body.innerHTML = bodyOf('de', '<input value="typed">');
  (document.querySelector('details') as HTMLDetailsElement).open = true;
  await i18n.changeLanguage('de');
  serving(found);
});

describe('a language chosen in the menu of an application', () => {
  it('changes the texts and the frame at once, and keeps everything that was typed', async () => {
    const field = input();
    await userEvent.click(link());
    expect(document.documentElement.lang).toBe('en');
    await waitFor(() => expect(frame()).toEqual(framed('en')));
    expect(i18n.language).toBe('en');
    expect(asked).toEqual(['/create?lang=en']);
    expect(input()).toBe(field);
    expect(document.querySelectorAll('.site-header, .site-footer')).toHaveLength(2);
  });

  it('changes the texts and closes the menu before the frame arrives', async () => {
    serving(() => new Promise<never>(() => undefined));
    await userEvent.click(link());
    await waitFor(() => expect(i18n.language).toBe('en'));
    expect(frame()).toEqual(framed('de'));
    expect(document.querySelector('details')?.open).toBe(false);
    expect(document.querySelector('summary')).toHaveFocus();
  });

  it('is put into the address, without a new entry in the history', async () => {
    const entries = window.history.length;
    await changeTo('en');
    expect(window.location.href).toMatch(/\/create\?lang=en#title$/);
    expect(window.history.state).toEqual({ step: 2 });
    await changeTo('de');
    expect(window.location.href).toMatch(/\/create#title$/);
    expect(window.history).toHaveLength(entries);
  });

  it('moves the focus to the button of the new menu', async () => {
    await userEvent.click(link());
    await waitFor(() => expect(frame()).toEqual(framed('en')));
    expect(document.querySelector('summary')).toHaveFocus();
  });

  it('is stored', async () => {
    await changeTo('en');
    expect(localStorage.getItem('language')).toBe('en');
  });

  it('is not stored at an address with a token', async () => {
    document.documentElement.setAttribute('data-token', '');
    await changeTo('en');
    document.documentElement.removeAttribute('data-token');
    expect(i18n.language).toBe('en');
    expect(localStorage).toHaveLength(0);
  });
});

it('leaves the focus alone if the person has moved it elsewhere', async () => {
  const waiting: ((answer: Answer) => void)[] = [];
  serving(() => new Promise<Answer>((resolve) => waiting.push(resolve)));
  await userEvent.click(link());
  input().focus();
  waiting[0]?.(found('?lang=en'));
  await waitFor(() => expect(frame()).toEqual(framed('en')));
  expect(input()).toHaveFocus();
});

it('shows the frame of the last chosen language, whatever the order of the answers', async () => {
  const answers = new Map<string, (answer: Answer) => void>();
  serving((path) => new Promise<Answer>((resolve) => answers.set(path, resolve)));
  const answer = (path: string) => answers.get(path)?.(found(path));
  const [first, second] = [changeTo('en'), changeTo('de')];
  answer('/create?lang=de');
  await second;
  answer('/create?lang=en');
  await first;
  expect(frame()).toEqual(framed('de'));
});

describe('the frame stays if a new frame cannot be fetched:', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['no answer', async () => Promise.reject(new TypeError('failed to fetch'))],
    ['the service is away', async () => ({ ...found('?lang=en'), status: 503 })],
    [
      'the answer breaks off',
      async () => ({ status: 200, text: async () => Promise.reject(new TypeError('network')) }),
    ],
    [
      'the answer is something else',
      async () => ({ status: 429, text: async () => '{"code":"rate_limited"}' }),
    ],
  ])('%s', async (_, answer) => {
    serving(answer);
    await expect(changeTo('en')).resolves.toBeUndefined();
    expect(i18n.language).toBe('en');
    expect(frame()).toEqual(framed('de'));
  });
});

it.each(['{Control>}', '{Shift>}', '{Meta>}'])(
  'lets the browser open a link in another tab or window: %s',
  async (key) => {
    const user = userEvent.setup();
    let prevented: boolean | undefined;
    window.addEventListener(
      'click',
      (event) => {
        prevented = event.defaultPrevented;
        // Prevent the navigation, because jsdom cannot navigate.
        event.preventDefault();
      },
      { once: true },
    );
    await user.keyboard(key);
    await user.click(link());
    expect(prevented).toBe(false);
    expect(asked).toEqual([]);
  },
);
