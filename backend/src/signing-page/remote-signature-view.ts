import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import type { NdaStatus } from '@siegel/contracts/enums';
import type { LinkNdaView, RemoteSignatureView, ShareView } from '@siegel/contracts/nda/remote-signature';
import { AGREEMENT_TERMS, pickTerms, TERM_NAMES, type Terms } from '@siegel/contracts/nda/term-fields';
import { priceFor } from '@siegel/contracts/payments/price';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { isCompleteAndPaid } from '../nda/rules/document.js';
import { requireUsableLink } from '../nda/rules/link.js';
import { amountDue, isFullyPaid, priceBasisOf } from '../nda/rules/price.js';
import { WITHHELD_TERMS } from '../agreements/withheld.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';

type Shown = Pick<LoadedState<NdaState, NdaEvent>, 'state' | 'untrusted'>;

/**
 * Returns the view that Party 2 reads through its link. The code lists each member of the view, so that a new
 * field of the NDA is not shown automatically (rule:link-shows-a-list). The view is computed from the stream,
 * so it is current. While the stream is closed, the view has no sealed part and no text
 * (rule:closed-streams-open-nothing).
 * @throws RuleBroken as `requireUsableLink`; StreamUntrusted instead of link_expired while the stream is closed
 */
export function remoteSignatureView(
  { state, untrusted }: Shown,
  tokenHash: string,
  now: Date,
): RemoteSignatureView {
  const alreadySigned = serves({ state, untrusted }, tokenHash, now) === 'signed';
  const terms = untrusted === undefined ? termsOf(state) : withheldTermsOf(state);
  const agreement = agreementOf(state, terms);
  const isReady = isCompleteAndPaid(state) && state.delivery.documentHash !== null;
  return {
    nda: linkNda(state, terms),
    alreadySigned,
    amountDue: amountDue(state, 2),
    agreement: untrusted === undefined ? agreement : { ...agreement, sections: [] },
    agreementHash: untrusted === undefined ? (state.agreementHash ?? '') : '',
    expiresAt: state.invitation?.expiresAt ?? null,
    documentReady: alreadySigned && isReady && untrusted === undefined,
    payment: shareOf(state),
    untrustedSince: untrusted === undefined ? null : state.lastAt,
    waitingFor: !alreadySigned || isReady ? null : isFullyPaid(state) ? 'document' : 'payment',
  };
}

/**
 * Works like `requireUsableLink`. The events that do not count may hold Party 2's signature or a longer
 * invitation, so nobody says that a link of a closed agreement expired.
 */
function serves({ state, untrusted }: Shown, tokenHash: string, now: Date): 'open' | 'signed' {
  try {
    return requireUsableLink(state, tokenHash, now);
  } catch (error) {
    if (untrusted === undefined || !(error instanceof RuleBroken) || error.code !== 'link_expired')
      throw error;
    throw new StreamUntrusted(ndaStream(state.id), untrusted);
  }
}

/** Returns the terms. @throws RuleBroken invalid_link if the key was destroyed during the read */
function termsOf({ personal, terms }: NdaState): Terms {
  if (personal === undefined || terms === undefined) throw new RuleBroken('invalid_link');
  return pickTerms({ ...personal, ...terms }, TERM_NAMES);
}

/** The cancellation of the link may be in the part of the stream that does not count. */
function withheldTermsOf({ terms }: NdaState): Terms {
  if (terms === undefined) throw new RuleBroken('invalid_link');
  return pickTerms({ ...WITHHELD_TERMS, ...terms }, TERM_NAMES);
}

const linkNda = (state: NdaState, terms: Terms): LinkNdaView => ({
  id: state.id,
  language: terms.language,
  ideaTitle: terms.ideaTitle,
  ideaDescription: terms.ideaDescription,
  party1Name: terms.party1Name,
  party1Company: terms.party1Company,
  party1SignedAt: state.party1?.at ?? null,
  party2Name: terms.party2Name,
  party2Email: terms.party2Email,
  party2Company: terms.party2Company,
  party2SignedAt: state.party2?.at ?? null,
  duration: terms.duration,
  geographicScope: terms.geographicScope,
  permittedDisclosures: terms.permittedDisclosures,
  penaltyClause: terms.penaltyClause,
  returnOfMaterials: terms.returnOfMaterials,
  signatureMode: state.mode,
  // The NDA of an invited party exists, so its status is never `none`.
  status: state.status as NdaStatus,
  createdAt: state.createdAt,
});

const agreementOf = (state: NdaState, terms: Terms): AgreementDocument =>
  fillAgreement({
    ...pickTerms(terms, AGREEMENT_TERMS),
    issueDate: state.issueDate,
    templateVersion: templateVersion(state.templateVersion),
  });

/** Returns null if Party 2 has nothing to pay and has paid nothing. */
function shareOf(state: NdaState): ShareView | null {
  const { covered, open, paidAt } = state.payments[2];
  const price = priceFor(2, priceBasisOf(state));
  if (price === 0 && covered === 0) return null;
  const isPaid = amountDue(state, 2) === 0;
  return {
    status: isPaid ? 'succeeded' : open === undefined ? 'none' : 'pending',
    amount: isPaid ? covered : price,
    paidAt: isPaid ? paidAt : null,
  };
}
