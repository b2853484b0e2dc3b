import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { eraseKeyRequest } from './erase-key.js';

/**
 * Finds erased NDAs without a recorded `NdaKeyDestroyed`. The destruction of their keys is owed even if the
 * job for it was lost (rule:erasure-destroys-the-key).
 */
export const owedKeyDestructions = (
  find: (after: string | undefined, limit: number) => Promise<readonly { readonly id: string }[]>,
): Sweep => ({
  name: 'owed-key-destructions',
  find: inPages(find, ({ id }) => [eraseKeyRequest(id)]),
});
