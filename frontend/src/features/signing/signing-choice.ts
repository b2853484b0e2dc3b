import type { SignatureMode } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';

/** How the parties sign, and who pays (rule:one-fee-in-person). */
export interface SigningChoice {
  mode: SignatureMode;
  paysForBoth: boolean;
}

/** The choice in N, if there is one; before that both sign at this screen. */
export function choiceOf({ signatureMode, party1PaysForBoth }: NdaView): SigningChoice {
  return signatureMode === 'remote'
    ? { mode: 'remote', paysForBoth: party1PaysForBoth }
    : { mode: 'in-person', paysForBoth: true };
}

/**
 * Party 1's choice before it is signed, null before there is one. A user who goes back to the text finds it
 * again.
 */
export type KeptChoice = readonly [SigningChoice | null, (choice: SigningChoice) => void];
