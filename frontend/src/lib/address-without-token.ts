import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';
import { session } from './storage.js';
import { TOKEN_ATTRIBUTE } from './token-page.js';

/** The signing page once its token has left the address. */
export const WITHOUT_TOKEN = '/sign/-';

/** Key in the storage of the tab. */
const KEPT_FOR_TAB = 'signing-link';

/** The path of a link that was taken out of the address, for a reload; null where there is none. */
export const keptLink = (): string | null => session.get(KEPT_FOR_TAB);

function leave(): void {
  const { pathname } = window.location;
  if (pathname === WITHOUT_TOKEN) return;
  session.set(KEPT_FOR_TAB, pathname);
  window.history.replaceState(window.history.state, '', addressIn(currentLanguage(), WITHOUT_TOKEN));
}

/**
 * Takes the token out of the address of a page that has one, for as long as the page stays
 * (rule:no-token-reaches-the-provider): also at entries of the browser's history, which still name it.
 */
export function takeTokenOutOfAddress(): void {
  if (!document.documentElement.hasAttribute(TOKEN_ATTRIBUTE)) return;
  leave();
  window.addEventListener('popstate', leave);
}
