import type { RemoteSignatureView, RemoteSignedView } from '@siegel/contracts/nda/remote-signature';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.js';
import { ApiError, isClosed, mayHaveHappened } from '../../lib/api-error.js';
import { isDeadLink } from '../links/link-error.js';
import type { NewSignature } from '../signing/use-sign.js';
import { asReturned, type ReturnReason } from './returned-notice.js';
import { cancelPolls, refetchLink } from './refetch-link.js';
import { linkAddress, linkKey } from './signing-link.js';

/** A signature, with the hash of the text that was on the screen. */
export interface NewSignatureByLink extends NewSignature {
  agreementHash: string;
}

export interface SigningByLink {
  busy: boolean;
  /** The error of the last attempt, if it has to be shown beside the pad. The drawing is kept. */
  error: Error | null;
  /** True if it is unknown whether the signature was saved. */
  unknown: boolean;
  sign: (newSignature: NewSignatureByLink) => void;
}

/** Shows the agreement as signed. If `signedAt` is null, the next poll brings the time of signing. */
async function keepSigned(client: QueryClient, token: string, signedAt: string | null): Promise<void> {
  await cancelPolls(client, token);
  client.setQueryData<RemoteSignatureView>(
    linkKey(token),
    (link) =>
      link && {
        ...link,
        alreadySigned: true,
        nda: { ...link.nda, party2SignedAt: signedAt ?? link.nda.party2SignedAt },
      },
  );
}

const codeOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.code : undefined);

const returnedBy = (error: unknown): ReturnReason | undefined => asReturned(codeOf(error) ?? '');

/**
 * Thrown if it is unknown whether the signature was saved, because the server's response was lost and the
 * current state cannot be read.
 */
class OutcomeUnknown extends Error {}

/**
 * Signs through the link. If the server's response was lost, or if the server refuses because the state has
 * changed, the page reads the current state. If a signature was saved, the page does not ask for another
 * signature (rule:same-act-same-answer).
 * @param onReturned called if the server refuses the signature for a reason that the review view has to
 * explain
 */
export function useSignByLink(token: string, onReturned: (why: ReturnReason) => void): SigningByLink {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ kind, ...rest }: NewSignatureByLink) => {
      try {
        const { signedAt } = await api.post<RemoteSignedView>(`${linkAddress(token)}/sign`, {
          ...rest,
          signatureKind: kind,
        });
        await keepSigned(client, token, signedAt);
        await refetchLink(client, token);
      } catch (failure) {
        await settle(failure);
      }
    },
    onError: (failure) => {
      const why = returnedBy(failure);
      if (why !== undefined) onReturned(why);
    },
  });
  async function settle(failure: unknown): Promise<void> {
    const used = codeOf(failure) === 'link_used';
    const lost = mayHaveHappened(failure);
    const changed = isDeadLink(failure) || lost || isClosed(failure) || isRefusedByState(failure);
    const now = changed ? await refetchLink(client, token) : undefined;
    if (used) await keepSigned(client, token, null);
    else if (lost && now === undefined)
      throw new OutcomeUnknown('Signing was not answered.', { cause: failure });
    else if (now?.alreadySigned !== true) throw failure;
  }
  return {
    busy: isPending,
    error: returnedBy(error) === undefined ? error : null,
    unknown: error instanceof OutcomeUnknown,
    sign: mutate,
  };
}

/** True if the server refuses because of the current state, not because of the request. */
const isRefusedByState = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 402 || failure.status === 409);
