import { randomBytes } from 'node:crypto';
import type { Position, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../../eventsourcing/journal/chain.js';
import { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { marked } from '../../eventsourcing/trust/testing/marked.js';
import { newId } from '../../platform/crypto/ids.js';

/** An event as somebody with write access to the store can make it: right in everything but the MAC. */
export function forgedAfter(last: UntrustedEvent, log: string): UntrustedEvent {
  const { stream, revision, position } = last;
  const [event] = marked(
    [
      {
        stream,
        revision: revision + 1,
        id: newId(),
        type: 'LegalHoldSet.v1',
        data: Buffer.from('{"open":{"reason":"x"}}'),
      },
    ],
    { previousHash: metadataOf(last)?.hash ?? '', keys: new AppendKeys(log, [randomBytes(32)]) },
  );
  if (event === undefined) throw new Error('no event was made');
  return { ...event, position: `${Number(position) + 0.5}` as Position };
}
