import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { eraseKeyRequest } from './erase-key.js';

/**
 * NDAs that are erased and for which no `NdaKeyDestroyed` is recorded: the destruction is owed, whatever became of its
 * job (rule:erasure-destroys-the-key).
 */
export const owedKeyDestructions = (
  find: (after: string | undefined, limit: number) => Promise<readonly { readonly id: string }[]>,
): Sweep => ({
  name: 'owed-key-destructions',
  find: inPages(find, ({ id }) => [eraseKeyRequest(id)]),
});
