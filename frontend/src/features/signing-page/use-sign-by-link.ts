import type { RemoteSignatureView, RemoteSignedView } from '@siegel/contracts/nda/remote-signature';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.js';
import { ApiError, mayHaveHappened } from '../../lib/api-error.js';
import { isDeadLink } from '../links/link-error.js';
import type { Made } from '../signing/use-sign.js';
import { asReturned, type Returned } from './returned-notice.js';
import { endLooks, lookAgain } from './look-again.js';
import { linkAddress, linkKey } from './signing-link.js';

/** A signature, with the hash of the text that was on the screen. */
export interface MadeByLink extends Made {
  agreementHash: string;
}

export interface SigningByLink {
  busy: boolean;
  /** Why the last try failed, where that is to be said beside the pad: what was drawn is kept. */
  error: Error | null;
  /** Whether it was saved all the same is not known. */
  unknown: boolean;
  sign: (made: MadeByLink) => void;
}

/** Where the server does not say when: it is signed, and the next look tells more. */
async function keepSigned(client: QueryClient, token: string, signedAt: string | null): Promise<void> {
  await endLooks(client, token);
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

const returnedBy = (error: unknown): Returned | undefined => asReturned(codeOf(error) ?? '');

/** Nobody knows whether it was saved: the answer was lost, and what is so now cannot be had. */
class FateUnknown extends Error {}

/**
 * Signs through the link. Where the answer was lost, or says that another tab was quicker, what is so now decides: it is
 * not asked for again what was saved (rule:same-act-same-answer).
 * @param onReturned the server refuses for what is to be looked at in the text's view
 */
export function useSignByLink(token: string, onReturned: (why: Returned) => void): SigningByLink {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ kind, ...made }: MadeByLink) => {
      try {
        const { signedAt } = await api.post<RemoteSignedView>(`${linkAddress(token)}/sign`, {
          ...made,
          signatureKind: kind,
        });
        await keepSigned(client, token, signedAt);
        await lookAgain(client, token);
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
    const changed = isDeadLink(failure) || lost || isAboutState(failure);
    const now = changed ? await lookAgain(client, token) : undefined;
    if (used) await keepSigned(client, token, null);
    else if (lost && now === undefined)
      throw new FateUnknown('Signing was not answered.', { cause: failure });
    else if (now?.alreadySigned !== true) throw failure;
  }
  return {
    busy: isPending,
    error: returnedBy(error) === undefined ? error : null,
    unknown: error instanceof FateUnknown,
    sign: mutate,
  };
}

/** The server refuses because of what is so now, and not because of what was sent. */
const isAboutState = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 402 || failure.status === 409);
