import type { EventBytes } from '../../event-store/event-store.js';
import { NO_HASH } from '../../journal/chain.js';
import { encodeMetadata, parseMetadata } from '../../journal/event-encoding.js';
import { chainedEvent } from '../../journal/testing/chained.js';
import type { AppendKeys } from '../append-keys.js';
import { TEST_KEYS } from './test-trust.js';

interface Unmarked {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  /** Text of the core; by default the core of an example. */
  readonly core?: string;
}

/**
 * Writes events of one stream as the service would have written them: chained, and with MACs. For events that
 * the service cannot write itself, such as those of a newer version.
 * @param previousHash hash of the event before the first of these events
 */
export function marked(
  events: readonly Unmarked[],
  {
    previousHash = NO_HASH,
    keys = TEST_KEYS,
  }: { previousHash?: string; keys?: Pick<AppendKeys, 'markOf'> } = {},
): (EventBytes & { readonly stream: string; readonly revision: number })[] {
  let before = previousHash;
  return events.map(({ data, ...event }) => {
    const { hash, ...bytes } = chainedEvent({ ...event, format: 2, data: Buffer.from(data) }, before);
    before = hash;
    const mac = keys.markOf({ stream: event.stream, revision: event.revision, hash });
    return { ...bytes, metadata: encodeMetadata({ ...parseMetadata(bytes), mac }) };
  });
}
