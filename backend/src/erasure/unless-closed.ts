import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { recordsPartOf } from '../trust-stream/trust.events.js';

/**
 * Returns `closed` if `work` finds this stream or the records about it closed, and `later` if it needs another stream that is closed: a
 * redeemed voucher is settled first, and its agreement may be closed.
 */
export async function unlessClosed<Result>(
  stream: string,
  work: () => Promise<Result>,
): Promise<Result | 'closed' | 'later'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StreamUntrusted)) throw error;
    const isAbout = error.stream === stream || recordsPartOf(error.stream)?.stream === stream;
    return isAbout ? 'closed' : 'later';
  }
}
