import type { Hand } from '@siegel/contracts/limits';
import type { TypedNameView } from '@siegel/contracts/signature/typed-name';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.js';

/**
 * Milliseconds to wait after the last key press before the name is sent to the service. The service then
 * writes each name once, not once for each letter.
 */
const PAUSE_MS = 350;
/**
 * A picture is kept for this many milliseconds after it was last shown. The user may compare the hands (the
 * styles of handwriting) and return to the picture.
 */
const KEPT_MS = 60_000;

export interface TypedPicture {
  /** The picture of exactly this name in this hand. It may be used as the signature. */
  signature: string | null;
  /** The last picture, shown while the next one is loading. */
  previous: string | null;
  error: Error | null;
  /** True while a request to the service is running or about to be sent. */
  waiting: boolean;
  retry: () => void;
}

/** Returns the last value that has stayed unchanged for PAUSE_MS. */
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
 * Requests the picture of a name. The service writes the name (rule:typed-by-the-service).
 * @param name trimmed, or null if it is too long. Nothing is requested for null or an empty name.
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
