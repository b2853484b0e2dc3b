import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { ndaStream } from '../nda/nda.events.js';
import { eraseKeyRequest } from './erase-key.js';

/**
 * True if the records about an ended stream say that its key is destroyed. The row does not say it, because the
 * stream itself does not (rule:ended-keys-go-by-a-word).
 */
export type IsKeyDestroyed = (stream: string) => boolean;

/**
 * Finds erased NDAs without a recorded `NdaKeyDestroyed`. The destruction of their keys is owed even if the
 * job for it was lost (rule:erasure-destroys-the-key).
 */
export const owedKeyDestructions = (
  find: (after: string | undefined, limit: number) => Promise<readonly { readonly id: string }[]>,
  isDestroyed: IsKeyDestroyed,
): Sweep => ({
  name: 'owed-key-destructions',
  find: inPages(find, ({ id }) => (isDestroyed(ndaStream(id)) ? [] : [eraseKeyRequest(id)])),
});
