import { act } from '@testing-library/react';
import { cookies } from '../lib/cookies.js';

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
/** Makes the page examine again whether the browser keeps cookies. */
const examine = (): void => act(() => void cookies.allowAct());

/** Makes the browser refuse storage. `allowAgain` ends this. */
export function refuseStorage(): void {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const name of ['localStorage', 'sessionStorage'] as const)
    jest.spyOn(window, name, 'get').mockImplementation(denied);
}

/** Makes the browser refuse cookies and storage, like a browser whose user forbids all data of the site. */
export function refuseCookies(): void {
  refuseStorage();
  jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  examine();
}

export function allowAgain(): void {
  jest.restoreAllMocks();
  examine();
}
