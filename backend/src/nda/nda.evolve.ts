import type { Recorded } from '../eventsourcing/journal/event.js';
import { deliveringFolds } from './evolve/delivering.js';
import type { Fold, Folds } from './evolve/fold.js';
import { invitingFolds } from './evolve/inviting.js';
import { lifeFolds } from './evolve/life.js';
import { payingFolds } from './evolve/paying.js';
import { creatorAccessFolds } from './evolve/creator-access.js';
import { signingFolds } from './evolve/signing.js';
import type { NdaEvent } from './nda.events.js';
import type { NdaState } from './nda.state.js';
import { mailsAfter } from './mails-after.js';
import { obligationsAfter } from './obligations.js';
import { isCompleteAndPaid } from './rules/document.js';
import { isFullyPaid } from './rules/price.js';
import { lastActAfter, lastPartyActAfter } from './rules/repeated-act.js';

const folds: Folds = {
  ...lifeFolds,
  ...creatorAccessFolds,
  ...signingFolds,
  ...payingFolds,
  ...invitingFolds,
  ...deliveringFolds,
};

/**
 * Returns the state after one more event. Pure; never throws. The open part of the state does not depend on
 * `personal`.
 */
export function evolve(state: NdaState, event: Recorded<NdaEvent>): NdaState {
  // The registry of folds and the union of events have the same keys, but the type checker cannot pair a key
  // with its own event.
  const fold = folds[event.type] as Fold<NdaEvent['type']>;
  const next: NdaState = {
    ...state,
    ...fold(state, event),
    ...mailsAfter(state, event),
    lastAct: lastActAfter(state.lastAct, event),
    lastPartyActAt: lastPartyActAfter(state.lastPartyActAt, event),
    revision: event.revision,
    lastAt: event.at,
  };
  const becomesDue = next.dueAtRevision === null && isCompleteAndPaid(next);
  return {
    ...next,
    paidAt: isFullyPaid(next) ? (state.paidAt ?? event.at) : null,
    dueAtRevision: becomesDue ? event.revision : next.dueAtRevision,
    obligations: obligationsAfter(state.obligations, event, next),
  };
}
