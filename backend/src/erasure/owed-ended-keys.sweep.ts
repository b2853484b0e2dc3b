import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import type { JobRequest } from '../platform/jobs/job.js';
import { VOUCHER_STREAM_PREFIX, voucherIdOf } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX, withdrawalIdOf } from '../withdrawals/model/withdrawal.events.js';
import { eraseKeyRequest } from './erase-key.js';
import { eraseVoucherKeyRequest } from './erase-voucher-key.js';
import { eraseWithdrawalKeyRequest } from './erase-withdrawal-key.js';

/** Maximum number of streams for which one run enqueues jobs. */
const PAGE = 500;

/**
 * Finds ended streams whose key the operator called to be destroyed, and is not yet. The command that called may
 * have been killed (rule:ended-keys-go-by-a-word).
 * @param streams returns their names in order
 */
export const owedEndedKeys = (streams: () => Promise<readonly string[]>): Sweep => ({
  name: 'owed-ended-key-destructions',
  gives: 'first jobs',
  find: async (after = '') => {
    const found = (await streams()).filter((stream) => stream > after);
    const page = found.slice(0, PAGE);
    return { jobs: page.flatMap(requestsOf), next: found.length > PAGE ? page.at(-1) : undefined };
  },
});

function requestsOf(stream: string): readonly (JobRequest & { readonly key: string })[] {
  if (stream.startsWith(NDA_STREAM_PREFIX)) return [eraseKeyRequest(ndaIdOf(stream))];
  if (stream.startsWith(VOUCHER_STREAM_PREFIX)) return [eraseVoucherKeyRequest(voucherIdOf(stream))];
  return stream.startsWith(WITHDRAWAL_STREAM_PREFIX)
    ? [eraseWithdrawalKeyRequest(withdrawalIdOf(stream))]
    : [];
}
