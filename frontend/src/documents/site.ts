import { copyText } from '../lib/clipboard.js';
import { closeMenus } from '../lib/close-menus.js';
import { offerEnglish } from '../lib/language-offer.js';
import { KEYS, local } from '../lib/storage.js';
import { listAgreements } from './open-agreements.js';
import { offerToStartNew } from './start-new.js';

/**
 * What a public document does beyond being read, without a library: at most 6 kB. Each part finds its own elements and
 * does nothing where there are none.
 */
export function startSite(): void {
  flipCards();
  offerEnglish();
  keepLanguage();
  offerToStartNew();
  listAgreements();
  copyAddresses();
  closeMenus();
  fetchAhead();
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

/** Only a choice is stored, not what an address said (rule:german-is-the-default). */
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

/** Whoever heads for the wizard finds its files there. They are named beside this script. */
function fetchAhead(): void {
  const { connection } = navigator as { connection?: Connection };
  const { ahead: named, aheadOf } = document.querySelector<HTMLElement>('script[data-ahead]')?.dataset ?? {};
  if (named === undefined || connection?.saveData === true) return;
  let missing = named.split(' ');
  const ahead = () => {
    for (const href of missing)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }));
    missing = [];
  };
  for (const link of document.querySelectorAll(`a[href^="${aheadOf}"]`))
    for (const event of ['pointerenter', 'touchstart', 'focus'])
      link.addEventListener(event, ahead, { passive: true });
}
