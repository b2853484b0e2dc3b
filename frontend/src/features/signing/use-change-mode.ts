import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.js';
import { type NdaAct, useNdaAct } from '../nda/use-nda-act.js';
import type { SigningChoice } from './signing-choice.js';

/**
 * False if the parties sign in person. In that case, Party 2 pays nothing anyway, because one fee covers the
 * delivery to both parties (rule:one-fee-in-person).
 */
const paysForBoth = ({ mode, paysForBoth: both }: SigningChoice): boolean => mode === 'remote' && both;

/** Returns the choice in the form that the sign call sends. */
export const choiceBody = (choice: SigningChoice) => ({
  signatureMode: choice.mode,
  party1PaysForBoth: paysForBoth(choice),
});

/**
 * Changes mode and payer after Party 1 has signed. Party 1 need not sign again
 * (rule:mode-is-fixed-by-payment-or-invitation).
 */
export function useChangeMode(
  nda: NdaView,
  agreementHash: string,
  onDone?: (choice: SigningChoice) => void,
): NdaAct<SigningChoice> {
  const { t } = useTranslation('signing');
  return useNdaAct<SigningChoice>({
    ndaId: nda.id,
    call: (choice) =>
      api.post<NdaView>(`/api/ndas/${nda.id}/sign`, {
        partyNumber: '1',
        agreementHash,
        ...choiceBody(choice),
      }),
    hasSucceeded: (now, choice) =>
      now.signatureMode === choice.mode && now.party1PaysForBoth === paysForBoth(choice),
    fallback: t('mode.fallback'),
    ...(onDone === undefined ? {} : { onDone }),
  });
}
