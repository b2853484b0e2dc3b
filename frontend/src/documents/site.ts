import { copyText } from '../lib/clipboard.js';
import { closeMenus } from '../lib/close-menus.js';
import { KEYS, local } from '../lib/storage.js';

/**
 * What a public document does beyond being read, without a library: at most 6 kB. Each part finds its own elements and
 * does nothing where there are none.
 */
export function startSite(): void {
  flipCards();
  keepLanguage();
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

/** Only a choice is stored, not what an address said (decisions 26). */
function keepLanguage(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-language]'))
    link.addEventListener('click', () => local.set(KEYS.language, link.dataset['language'] ?? 'de'));
}

function copyAddresses(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      void copyText(button.dataset['copy'] ?? '').then((isCopied) => {
        const status = button.querySelector('[role="status"]');
        if (isCopied && status) status.textContent = button.dataset['copied'] ?? '';
      });
    });
  }
}

interface Connection {
  readonly saveData?: boolean;
}

/** Whoever heads for the wizard finds it there. */
function fetchAhead(): void {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData === true) return;
  const fetched = new Set<string>();
  const ahead = (link: HTMLElement) => () => {
    for (const href of (link.dataset['ahead'] ?? '').split(' ')) {
      if (href === '' || fetched.has(href)) continue;
      fetched.add(href);
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }));
    }
  };
  for (const link of document.querySelectorAll<HTMLElement>('[data-ahead]'))
    for (const event of ['pointerenter', 'touchstart', 'focus'])
      link.addEventListener(event, ahead(link), { passive: true });
}
