import type { KeptKind } from '../kept-report.events.js';

/**
 * How many reports of a kind wait for one stream at a time. The limits are far above what a healthy provider reports
 * about one agreement, and bound what a person or a provider can make the service store
 * (rule:streams-are-bounded). The look-up of a payment after the repair finds what was not kept.
 */
export const KEPT_MAX: Readonly<Record<KeptKind, number>> = {
  payment: 200,
  mail: 500,
  dispute: 2,
  hold: 25,
  'hold-lifted': 25,
};

/**
 * How many events that were taken out are listed in the record of a repair. Anyone who writes rows can insert any
 * number of events. The file in DATA_DIR/repairs has all of them.
 */
export const REMOVED_MAX = 200;
