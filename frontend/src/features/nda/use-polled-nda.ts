import type { NdaView } from '@siegel/contracts/nda/view';
import { useQuery } from '@tanstack/react-query';
import { ndaKey } from './nda-query.js';
import { usePollFailing } from './use-poll-failing.js';

/**
 * Polls N while the page is visible, and at once when the user comes back to it (rule:timings-of-the-screen).
 * @param pauseMs milliseconds until the next poll; false once N cannot change any more
 * @returns `failed`: three polls in a row have failed; the last known state is still shown
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
    // Opening such a step polls at once.
    refetchOnMount: pauseMs(before) === false ? false : 'always',
    refetchInterval: ({ state }) => pauseMs(state.data ?? before),
    refetchOnWindowFocus: ({ state }) => (pauseMs(state.data ?? before) === false ? false : 'always'),
  });
  const pollFailing = usePollFailing({ dataUpdatedAt, errorUpdateCount });
  return { nda, failed: pauseMs(nda) !== false && pollFailing };
}
