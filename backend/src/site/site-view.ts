import type { SiteView } from '@siegel/contracts/site';
import type { Config } from '../platform/config/config.js';
import { receiversOf } from '../platform/config/site-config.js';

type SiteConfig = Pick<
  Config,
  'site' | 'payments' | 'testMode' | 'stripe' | 'mailReceiver' | 'retention' | 'ai'
>;

/**
 * Returns the facts about this installation. The running configuration contains these facts
 * (rule:operator-is-configuration).
 */
export function siteView(config: SiteConfig): SiteView {
  const { site, payments, testMode, retention, ai } = config;
  return {
    ...site,
    operatorAddress: [...site.operatorAddress],
    operatorDetails: [...site.operatorDetails],
    ai: ai === undefined ? null : { provider: ai.provider },
    payments: { provider: payments, testMode },
    receivers: receiversOf(config),
    retention: {
      draftDays: retention.unsignedDraftDays,
      visitorDays: retention.visitorDays,
      unfinishedDays: retention.unfinishedDays,
      completedDays: retention.completedDays,
    },
  };
}
