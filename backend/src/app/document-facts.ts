import type { Config } from '../platform/config/config.js';
import type { Clock } from '../platform/time/clock.js';
import type { DocumentFacts } from '../http/web/documents.js';
import { siteView } from '../site/site-view.js';

const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' });

/** Returns the facts that the pages show about the running configuration. */
export const documentFacts = (config: Config, clock: Clock): DocumentFacts => ({
  site: siteView(config),
  origin: config.publicUrl,
  analytics: config.analyticsSession,
  year: () => Number(YEAR.format(clock.now())),
});
