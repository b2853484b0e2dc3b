import { KEYS, local } from './storage.js';

const BOX_CLASSES = 'language-offer';

/**
 * Offers English once, if the head script found that the reader may want it (rule:german-is-the-default). A
 * page with a token has no such script. In every document the text is English, so it is in this file.
 */
export function offerEnglish(): void {
  const controls = document.querySelector('[data-offer] .site-header-controls');
  if (controls === null) return;
  const box = made('div', { className: BOX_CLASSES, lang: 'en' });
  const english = made('a', { href: '?lang=en', textContent: 'English' });
  // The link is marked like those of the menu. The code that handles the menu's links then stores the choice,
  // or changes the language at once.
  english.dataset['language'] = 'en';
  const no = made('button', { textContent: 'No thanks' });
  box.append('Read this in English?', english, no);
  box.addEventListener('click', ({ target }) => {
    if (target === box) return;
    local.set(KEYS.languageOffer, target === no ? 'no' : 'yes');
    box.remove();
    // The focus moves to the menu, because it is the place to change the language later.
    controls.querySelector('summary')?.focus();
  });
  controls.prepend(box);
}

const made = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Partial<HTMLElementTagNameMap[T]>,
): HTMLElementTagNameMap[T] => Object.assign(document.createElement(tag), properties);
