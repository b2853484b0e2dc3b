import type { NdaView } from '@siegel/contracts/nda/view';
import { useQuery } from '@tanstack/react-query';
import { ndaKey } from './nda-query.js';
import { useLooksInVain } from './use-looks-in-vain.js';

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
  const inVain = useLooksInVain({ dataUpdatedAt, errorUpdateCount });
  return { nda, failed: pauseMs(nda) !== false && inVain };
}
