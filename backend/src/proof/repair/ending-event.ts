import { chainedAndMarked, type WrittenEvent } from '../../eventsourcing/journal/chained-and-marked.js';
import { NO_HASH } from '../../eventsourcing/journal/chain.js';
import { encodeData } from '../../eventsourcing/journal/event-encoding.js';
import type { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { STREAM_ENDED } from '../../eventsourcing/trust/ended.js';
import { newId } from '../../platform/crypto/ids.js';
import type { EventPlace } from './repair-records.js';

/**
 * Returns the event that ends a stream. It says nothing but that: why the stream was ended is in its stream
 * of trust.
 * @param last the last event that counts; null if none does
 */
export function endingEvent(
  stream: string,
  last: EventPlace | null,
  { at, keys }: { readonly at: string; readonly keys: Pick<AppendKeys, 'markOf'> },
): WrittenEvent {
  const { revision, hash } = last ?? { revision: -1, hash: NO_HASH };
  return chainedAndMarked(
    { stream, revision: revision + 1, previousHash: hash },
    { id: newId(), type: STREAM_ENDED, data: encodeData({ open: {} }) },
    { at, actor: 'system', commandId: newId(), correlationId: newId(), causedBy: null },
    keys,
  );
}
