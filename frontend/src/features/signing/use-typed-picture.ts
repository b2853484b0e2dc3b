import type { Hand } from '@siegel/contracts/limits';
import type { TypedNameView } from '@siegel/contracts/signature/typed-name';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.js';

/**
 * Milliseconds without a key before the service is asked, so that it writes a name once and not once for each
 * letter.
 */
const PAUSE_MS = 350;
/** Milliseconds that pictures are kept after they were shown last: the user may compare hands. */
const KEPT_MS = 60_000;

export interface TypedPicture {
  /** The picture of this very name in this hand, which may be signed. */
  signature: string | null;
  /** The last picture, while the next one is on its way. */
  previous: string | null;
  error: Error | null;
  /** The service is asked, or about to be. */
  waiting: boolean;
  retry: () => void;
}

/** The value, once it has stayed the same for PAUSE_MS. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return undefined;
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled;
}

/**
 * The name as the service writes it (rule:typed-by-the-service).
 * @param name trimmed, or null if it is too long; the service is not asked for null or an empty name
 */
export function useTypedPicture(name: string | null, hand: Hand): TypedPicture {
  const wanted = name ?? '';
  const isSettled = useDebounced(wanted) === wanted;
  const asked = isSettled && wanted !== '';
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['typed-signature', wanted, hand],
    queryFn: ({ signal }) =>
      api.post<TypedNameView>('/api/signatures/typed', { name: wanted, style: hand }, { signal }),
    enabled: asked,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
  const isThisOne = data !== undefined && !isPlaceholderData;
  return {
    signature: asked && isThisOne ? data.signature : null,
    previous: wanted === '' ? null : (data?.signature ?? null),
    error: asked ? error : null,
    waiting: wanted !== '' && (!isSettled || (isFetching && !isThisOne)),
    retry: () => void refetch(),
  };
}
