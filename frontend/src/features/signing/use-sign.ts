import type { Language, PartyNumber, SignatureKind } from '@siegel/contracts/enums';
import type { NdaSignedView, NdaView } from '@siegel/contracts/nda/view';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { api } from '../../lib/api.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { cacheNda, readAfterUnknownOutcome, refreshNda } from '../nda/nda-query.js';
import { choiceBody } from './use-change-mode.js';
import type { SigningChoice } from './signing-choice.js';

/** A signature, and the facts that the evidence records about how it was made (rule:kind-of-signature). */
export interface NewSignature {
  /** A PNG as a data URL. */
  signature: string;
  kind: SignatureKind;
  /** Language of the consent beside the button. */
  consentLanguage: Language;
}

/**
 * Returns the body of the sign call. The body of Party 1's call also says how the parties sign and who pays.
 */
export function signBody(
  party: PartyNumber,
  { signature, kind, consentLanguage }: NewSignature,
  agreementHash: string,
  choice: SigningChoice,
): Record<string, unknown> {
  const common = { partyNumber: party, signature, signatureKind: kind, consentLanguage, agreementHash };
  return party === '1' ? { ...common, ...choiceBody(choice) } : common;
}

export interface Signing {
  busy: boolean;
  /** True if the last attempt failed. The drawing is kept. */
  failed: boolean;
  /**
   * Why the service has refused the picture of the last attempt. Sending the same picture again is useless.
   */
  refused: string | undefined;
  /** True if the server's text differs from the text on this screen. The screen must then be reloaded. */
  textChanged: boolean;
  sign: (party: PartyNumber, newSignature: NewSignature) => void;
}

const hasSigned = (nda: NdaView, party: PartyNumber): boolean =>
  (party === '1' ? nda.party1SignedAt : nda.party2SignedAt) !== null;

const isPictureRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid_signature';

/**
 * Saves a signature. A 409 means that somebody else was faster, or that the server's text differs from the
 * text on this screen. A 410 means that the NDA can no longer be signed. After a 409 or 410, the current
 * state is fetched and shown. If the server's response was lost, the NDA is read as well. If the NDA then
 * contains the signature, the user is not asked to sign again.
 */
export function useSign(nda: NdaView, agreementHash: string, choice: SigningChoice): Signing {
  const { t } = useTranslation(['signing', 'common']);
  const fail = useFailureToast();
  const client = useQueryClient();
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: async ({ party, newSignature }: { party: PartyNumber; newSignature: NewSignature }) => {
      try {
        const { receipt: _receipt, ...signed } = await api.post<NdaSignedView>(
          `/api/ndas/${nda.id}/sign`,
          signBody(party, newSignature, agreementHash, choice),
        );
        cacheNda(client, signed);
        if (party === '2') trackFunnelEvent('signed', nda.id);
      } catch (failure) {
        const now = await readAfterUnknownOutcome(failure, client, nda.id);
        if (now === undefined || !hasSigned(now, party)) throw failure;
      }
    },
    onError: async (failure) => {
      fail(userMessage(failure, t('common:unexpectedAnswer')));
      if (failure instanceof ApiError && (failure.status === 409 || failure.status === 410))
        await refreshNda(client, nda.id);
    },
  });
  return {
    busy: isPending,
    failed: isError,
    refused: isPictureRefused(error) ? userMessage(error, t('common:unexpectedAnswer')) : undefined,
    textChanged: error instanceof ApiError && error.code === 'agreement_changed',
    sign: (party, newSignature) => mutate({ party, newSignature }),
  };
}
