import type { SignatureMode } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';

/** How the parties sign, and who pays (rule:one-fee-in-person). */
export interface SigningChoice {
  mode: SignatureMode;
  paysForBoth: boolean;
}

/** What N says, once there is anything; before that both sign here. */
export function choiceOf({ signatureMode, party1PaysForBoth }: NdaView): SigningChoice {
  return signatureMode === 'remote'
    ? { mode: 'remote', paysForBoth: party1PaysForBoth }
    : { mode: 'in-person', paysForBoth: true };
}

/** What Party 1 has chosen and not signed yet, null before that: whoever goes back to the text finds it again. */
export type KeptChoice = readonly [SigningChoice | null, (choice: SigningChoice) => void];
