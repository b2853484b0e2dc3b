import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';

/** Navigates to another page of this site by loading a new document. */
export function leaveTo(path: string): void {
  window.location.assign(addressIn(currentLanguage(), path));
}

/** Loads the newest version of this page. */
export function reloadPage(): void {
  window.location.reload();
}
