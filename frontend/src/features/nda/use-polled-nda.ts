import type { NdaView } from '@siegel/contracts/nda/view';
import { useQuery } from '@tanstack/react-query';
import { ndaKey } from './nda-query.js';
import { usePollFailing } from './use-poll-failing.js';

/**
 * Polls the NDA while the page is visible. Also polls immediately when the user returns to the page
 * (rule:timings-of-the-screen).
 * @param pauseMs returns the milliseconds until the next poll, or false if the NDA can no longer change
 * @returns the last known NDA; `failed` is true if three polls in a row have failed
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
    // If the NDA can still change, opening the step polls at once.
    refetchOnMount: pauseMs(before) === false ? false : 'always',
    refetchInterval: ({ state }) => pauseMs(state.data ?? before),
    refetchOnWindowFocus: ({ state }) => (pauseMs(state.data ?? before) === false ? false : 'always'),
  });
  const pollFailing = usePollFailing({ dataUpdatedAt, errorUpdateCount });
  return { nda, failed: pauseMs(nda) !== false && pollFailing };
}
