import { createElement } from './create-element.js';
import { KEYS, local } from './storage.js';

const BOX_CLASSES = 'language-offer';

/**
 * Offers English only once, if the head script found that the reader may want English
 * (rule:german-is-the-default). A page with a token has no head script. The text is English in every
 * document, so it is in this file and not in the locale files.
 */
export function offerEnglish(): void {
  const controls = document.querySelector('[data-offer] .site-header-controls');
  if (controls === null) return;
  const box = createElement('div', { className: BOX_CLASSES, lang: 'en' });
  const english = createElement('a', { href: '?lang=en', textContent: 'English' });
  // The link is marked like the language links of the menu. The code that handles those links then stores the
  // choice, or changes the language at once.
  english.dataset['language'] = 'en';
  const no = createElement('button', { textContent: 'No thanks' });
  box.append('Read this in English?', english, no);
  box.addEventListener('click', ({ target }) => {
    if (target === box) return;
    local.set(KEYS.languageOffer, target === no ? 'no' : 'yes');
    box.remove();
    // The focus moves to the menu, because the user can change the language there later.
    controls.querySelector('summary')?.focus();
  });
  controls.prepend(box);
}
