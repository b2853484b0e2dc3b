import { siteData } from '../lib/site-data.js';

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

/** Makes the browser refuse storage, as browsers do whose user forbids all data of the site. */
export function refuseStorage(): void {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const name of ['localStorage', 'sessionStorage'] as const)
    jest.spyOn(window, name, 'get').mockImplementation(denied);
}

/** Makes the browser refuse cookies and storage. `allowAgain` ends this. */
export function refuseCookies(): void {
  refuseStorage();
  jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  siteData.allowsAct();
}

export function allowAgain(): void {
  jest.restoreAllMocks();
  siteData.allowsAct();
}
