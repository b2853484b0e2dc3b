import { berlinDay } from '@siegel/contracts/formats';
import type { Config } from '../platform/config/config.js';
import type { Clock } from '../platform/time/clock.js';
import type { DocumentFacts } from '../http/web/documents.js';
import { siteView } from '../site/site-view.js';

/** Returns the facts that the pages show about the running configuration. */
export const documentFacts = (config: Config, clock: Clock): DocumentFacts => ({
  site: siteView(config),
  origin: config.publicUrl,
  analytics: config.analyticsSession,
  month: () => berlinDay(clock.now()).slice(0, 'YYYY-MM'.length),
});
