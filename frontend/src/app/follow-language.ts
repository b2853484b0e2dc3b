import type { Language } from '@siegel/contracts/enums';
import { addressIn, LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { asLanguage, setLanguage } from '../lib/language.js';
import { OWN_TITLE } from '../lib/own-title.js';
import { TOKEN_ATTRIBUTE } from '../lib/token-page.js';

/**
 * Selectors of the parts of a document that surround an application. A title that a view has set is left out,
 * because the title of the fetched document must not replace it.
 */
const FRAME_PARTS = [
  '.site-header',
  '.site-footer',
  `title:not([${OWN_TITLE}])`,
  'meta[name="description"]',
] as const;

/**
 * Makes the language menu in the document's header change the language without a reload. All typed data
 * therefore stays.
 */
export function followLanguage(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-language]') : null;
    const language = asLanguage(link?.dataset['language'] ?? null);
    if (link === null || language === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const menu = link.closest('details');
    menu?.removeAttribute('open');
    menu?.querySelector('summary')?.focus();
    void changeTo(language);
  });
}

export async function changeTo(language: Language): Promise<void> {
  const { pathname, hash } = window.location;
  document.documentElement.lang = language;
  window.history.replaceState(window.history.state, '', addressIn(language, `${pathname}${hash}`));
  await Promise.all([
    setLanguage(language, !document.documentElement.hasAttribute(TOKEN_ATTRIBUTE)),
    translateFrame(language),
  ]);
}

/**
 * Replaces the parts of the document that surround the application with the parts of the document in another
 * language. The current parts stay if the other document cannot be fetched, or if the person has already
 * chosen yet another language.
 */
async function translateFrame(language: Language): Promise<void> {
  const html = await documentIn(language).catch(() => undefined);
  if (html === undefined || document.documentElement.lang !== language) return;
  const other = new DOMParser().parseFromString(html, 'text/html');
  for (const selector of FRAME_PARTS) {
    const translated = other.querySelector(selector);
    const current = document.querySelector(selector);
    if (translated !== null && current !== null) replace(current, translated);
  }
}

async function documentIn(language: Language): Promise<string | undefined> {
  const answer = await fetch(`${window.location.pathname}?${LANGUAGE_PARAMETER}=${language}`);
  return answer.status >= 500 ? undefined : answer.text();
}

/**
 * Replaces a part of the document. If the old part contained the focus, the button of the new language menu
 * gets the focus. Otherwise the focus stays where it is.
 */
function replace(current: Element, translated: Element): void {
  const focused = current.contains(document.activeElement);
  current.replaceWith(document.adoptNode(translated));
  if (focused) translated.querySelector('summary')?.focus();
}
