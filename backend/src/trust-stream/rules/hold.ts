import type { KeptKind } from '../kept-report.events.js';

/** True for the two kinds of reports about a legal hold. */
export const isHold = (kind: KeptKind): kind is 'hold' | 'hold-lifted' =>
  kind === 'hold' || kind === 'hold-lifted';
