import type { SignatureMode } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';

/** How the parties sign, and who pays (rule:one-fee-in-person). */
export interface SigningChoice {
  mode: SignatureMode;
  paysForBoth: boolean;
}

/**
 * Returns the choice that the NDA records. Until the NDA records a choice, both parties sign at this screen.
 */
export function choiceOf({ signatureMode, party1PaysForBoth }: NdaView): SigningChoice {
  return signatureMode === 'remote'
    ? { mode: 'remote', paysForBoth: party1PaysForBoth }
    : { mode: 'in-person', paysForBoth: true };
}

/**
 * The choice that Party 1 makes before signing. Null until Party 1 has chosen. The choice is kept while the
 * user goes back to the text.
 */
export type KeptChoice = readonly [SigningChoice | null, (choice: SigningChoice) => void];
