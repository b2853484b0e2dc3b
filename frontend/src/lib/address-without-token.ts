import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';
import { session } from './storage.js';
import { KEPT_LINK, TOKEN_ATTRIBUTE, WITHOUT_TOKEN } from './token-page.js';

function leave(): void {
  const { pathname } = window.location;
  if (pathname === WITHOUT_TOKEN) return;
  session.set(KEPT_LINK, pathname);
  window.history.replaceState(window.history.state, '', addressIn(currentLanguage(), WITHOUT_TOKEN));
}

/**
 * Removes the token from the address for as long as the page is open (rule:no-token-reaches-the-provider). If
 * the user goes to an entry of the browser's history that still contains the token, removes the token there
 * too. Does nothing on a page without a token.
 */
export function removeTokenFromAddress(): void {
  if (!document.documentElement.hasAttribute(TOKEN_ATTRIBUTE)) return;
  leave();
  window.addEventListener('popstate', leave);
}
