import { copyText } from '../lib/clipboard.js';
import { closeMenus } from '../lib/close-menus.js';
import { offerEnglish } from '../lib/language-offer.js';
import { createElement } from '../lib/create-element.js';
import { KEYS, local } from '../lib/storage.js';
import { listAgreements } from './open-agreements.js';
import { offerToStartNew } from './start-new.js';

/**
 * Starts the script of the public documents. The script uses no library and has at most 6 kB. Each part looks
 * up its own elements in the document and does nothing if the document does not have them.
 */
export function startSite(): void {
  flipCards();
  offerEnglish();
  keepLanguage();
  offerToStartNew();
  listAgreements();
  copyAddresses();
  closeMenus();
  prefetchWizard();
}

function flipCards(): void {
  for (const card of document.querySelectorAll<HTMLButtonElement>('.flip-card-button')) {
    card.addEventListener('click', () => {
      const turned = card.getAttribute('aria-pressed') !== 'true';
      card.setAttribute('aria-pressed', String(turned));
      const face = card.querySelector(turned ? '.flip-card-back' : '.flip-card-front');
      if (face) card.setAttribute('aria-labelledby', face.id);
    });
  }
}

/**
 * Stores the language that a person chooses, but not a language that only the address names
 * (rule:german-is-the-default).
 */
function keepLanguage(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-language]'))
    link.addEventListener('click', () => local.set(KEYS.language, link.dataset['language'] ?? 'de'));
}

function copyAddresses(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', () => {
      const { copy, copied, failed } = button.dataset as Record<string, string>;
      void copyText(copy as string).then((isCopied) => {
        (button.nextElementSibling as HTMLElement).textContent = (isCopied ? copied : failed) as string;
      });
    });
  }
}

interface Connection {
  readonly saveData?: boolean;
}

/**
 * Prefetches the wizard's files when a person approaches a link to the wizard. This script's own tag names
 * the files.
 */
function prefetchWizard(): void {
  const { connection } = navigator as { connection?: Connection };
  const { ahead: named, aheadOf } = document.querySelector<HTMLElement>('script[data-ahead]')?.dataset ?? {};
  if (named === undefined || connection?.saveData === true) return;
  let missing = named.split(' ');
  const prefetch = () => {
    for (const href of missing) document.head.append(createElement('link', { rel: 'prefetch', href }));
    missing = [];
  };
  for (const link of document.querySelectorAll(`a[href^="${aheadOf}"]`))
    for (const event of ['pointerenter', 'touchstart', 'focus'])
      link.addEventListener(event, prefetch, { passive: true });
}
