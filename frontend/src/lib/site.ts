import type { AnalyticsSession, SiteView } from '@siegel/contracts/site';
import { createContext, useContext } from 'react';

/**
 * Who operates this site and what the site can do. Both come from the server's configuration
 * (rule:operator-is-configuration).
 */
const SiteContext = createContext<SiteView | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): SiteView {
  const site = useContext(SiteContext);
  if (site === undefined) throw new Error('No site is provided.');
  return site;
}

/** Facts about the installation that only its documents contain. No call returns them. */
interface Installation {
  readonly analytics: AnalyticsSession;
  /** True if browsers reach the installation by https. */
  readonly isEncrypted: boolean;
}

const InstallationContext = createContext<Installation | undefined>(undefined);

export const InstallationProvider = InstallationContext.Provider;

export function useInstallation(): Installation {
  const installation = useContext(InstallationContext);
  if (installation === undefined) throw new Error('No installation is provided.');
  return installation;
}

/** Id of the element that contains the `SiteView` as JSON in an application's document. */
export const SITE_ELEMENT = 'site';

/** Reads the `SiteView` from an application's document. */
export function siteOfDocument(): SiteView {
  const text = document.getElementById(SITE_ELEMENT)?.textContent;
  if (!text) throw new Error(`The document has no #${SITE_ELEMENT}.`);
  return JSON.parse(text) as SiteView;
}
