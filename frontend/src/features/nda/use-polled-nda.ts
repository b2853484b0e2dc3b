import type { NdaView } from '@siegel/contracts/nda/view';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ndaKey } from './nda-query.js';

/** So many looks in a row must fail before the screen says so: one alone happens on every train. */
const SILENT_MISSES = 2;

/** How many looks failed since the last one that was answered. */
function useMisses({ answered, failed }: { answered: number; failed: number }): number {
  const [since, setSince] = useState({ answered, failed });
  if (since.answered !== answered) setSince({ answered, failed });
  return since.answered === answered ? failed - since.failed : 0;
}

/**
 * N, looked at again and again while somebody sees it, and at once when they come back to it
 * (rule:timings-of-the-screen).
 * @param pauseMs until the next look; false once nothing more is to come
 * @returns `failed`: three looks in a row brought no answer; what was known before still shows
 */
export function usePolledNda(
  before: NdaView,
  pauseMs: (nda: NdaView) => number | false,
): { nda: NdaView; failed: boolean } {
  const {
    data: nda,
    dataUpdatedAt,
    errorUpdateCount,
  } = useQuery<NdaView>({
    queryKey: ndaKey(before.id),
    initialData: before,
    // Opening such a step looks at once.
    refetchOnMount: pauseMs(before) === false ? false : 'always',
    refetchInterval: ({ state }) => pauseMs(state.data ?? before),
    refetchOnWindowFocus: ({ state }) => (pauseMs(state.data ?? before) === false ? false : 'always'),
  });
  const misses = useMisses({ answered: dataUpdatedAt, failed: errorUpdateCount });
  return { nda, failed: pauseMs(nda) !== false && misses > SILENT_MISSES };
}
