import type { Language } from '@siegel/contracts/enums';
import { addressIn, LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { asLanguage, setLanguage } from '../lib/language.js';
import { OWN_TITLE } from '../lib/own-title.js';
import { TOKEN_ATTRIBUTE } from '../lib/token-page.js';

/** What stands around an application, and is the document's; a view that names itself has its own words. */
const AROUND = [
  '.site-header',
  '.site-footer',
  `title:not([${OWN_TITLE}])`,
  'meta[name="description"]',
] as const;

/** The menu of the document's header changes the language at once: nothing is loaded anew that somebody filled in. */
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
    translateAround(language),
  ]);
}

/** Where it cannot be had, or another language was chosen meanwhile, the frame stays as it is. */
async function translateAround(language: Language): Promise<void> {
  const html = await documentIn(language).catch(() => undefined);
  if (html === undefined || document.documentElement.lang !== language) return;
  const other = new DOMParser().parseFromString(html, 'text/html');
  for (const selector of AROUND) {
    const theirs = other.querySelector(selector);
    const ours = document.querySelector(selector);
    if (theirs !== null && ours !== null) replace(ours, theirs);
  }
}

async function documentIn(language: Language): Promise<string | undefined> {
  const answer = await fetch(`${window.location.pathname}?${LANGUAGE_PARAMETER}=${language}`);
  return answer.status >= 500 ? undefined : answer.text();
}

/** The focus stays on the menu's button, but is taken from nobody who has gone on. */
function replace(ours: Element, theirs: Element): void {
  const focused = ours.contains(document.activeElement);
  ours.replaceWith(document.adoptNode(theirs));
  if (focused) theirs.querySelector('summary')?.focus();
}
