import type { Language } from '@siegel/contracts/enums';
import { addressIn, carriesToken, LANGUAGE_PARAMETER } from '@siegel/contracts/pages';
import { asLanguage, setLanguage } from '../lib/language.js';

/** What stands around an application, and is the document's. */
const AROUND = ['.site-header', '.site-footer', 'title', 'meta[name="description"]'] as const;

/** The menu of the document's header changes the language at once: nothing is loaded anew that somebody filled in. */
export function followLanguage(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-language]') : null;
    const language = asLanguage(link?.dataset['language'] ?? null);
    if (link === null || language === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    link.closest('details')?.removeAttribute('open');
    void changeTo(language);
  });
}

export async function changeTo(language: Language): Promise<void> {
  const { pathname, hash } = window.location;
  document.documentElement.lang = language;
  window.history.replaceState(window.history.state, '', addressIn(language, `${pathname}${hash}`));
  await Promise.all([setLanguage(language, !carriesToken(pathname)), translateAround(language)]);
}

/** Where it cannot be had, the frame stays as it is. */
async function translateAround(language: Language): Promise<void> {
  const answer = await fetch(`${window.location.pathname}?${LANGUAGE_PARAMETER}=${language}`).catch(() => undefined);
  if (answer === undefined || answer.status >= 500) return;
  const other = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const selector of AROUND) {
    const theirs = other.querySelector(selector);
    const ours = document.querySelector(selector);
    if (theirs !== null && ours !== null) ours.replaceWith(document.adoptNode(theirs));
  }
  document.querySelector<HTMLElement>('.site-header summary')?.focus();
}
