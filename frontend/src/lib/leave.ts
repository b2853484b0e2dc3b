import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';

/** To another page of this site, which is another document. */
export function leaveTo(path: string): void {
  window.location.assign(addressIn(currentLanguage(), path));
}

/** The newest version of what is here. */
export function reloadPage(): void {
  window.location.reload();
}
