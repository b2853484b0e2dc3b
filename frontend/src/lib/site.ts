import type { AnalyticsSession, SiteView } from '@siegel/contracts/site';
import { createContext, useContext } from 'react';

/** Who runs this site, and what it can do: configuration of the server (rule:operator-is-configuration). */
const SiteContext = createContext<SiteView | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): SiteView {
  const site = useContext(SiteContext);
  if (site === undefined) throw new Error('No site is provided.');
  return site;
}

/** What only a document knows of the installation that serves it: no call tells it. */
interface Installation {
  readonly analytics: AnalyticsSession;
  /** Whether browsers reach it by https. */
  readonly isEncrypted: boolean;
}

const InstallationContext = createContext<Installation | undefined>(undefined);

export const InstallationProvider = InstallationContext.Provider;

export function useInstallation(): Installation {
  const installation = useContext(InstallationContext);
  if (installation === undefined) throw new Error('No installation is provided.');
  return installation;
}

/** The element of an application's document that carries it. */
export const SITE_ELEMENT = 'site';

/** What the document of an application says of it. */
export function siteOfDocument(): SiteView {
  const text = document.getElementById(SITE_ELEMENT)?.textContent;
  if (!text) throw new Error(`The document has no #${SITE_ELEMENT}.`);
  return JSON.parse(text) as SiteView;
}
