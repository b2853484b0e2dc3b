import { newId } from '../../../platform/crypto/ids.js';
import { silentLogger } from '../../../platform/logging/logger.js';
import type { TrustedLog } from '../../trust/trusted-log.js';
import type { TrustedLogParts } from '../../trust/trusted-log-parts.js';
import { trustOn } from '../../trust/testing/test-trust.js';
import { createJournal, type JournalParts } from '../create-journal.js';
import type { Journal } from '../journal.js';

/** Creates a journal and the authenticated log on a store, with the keys of the tests. */
export function journalOn(
  store: JournalParts['store'] & TrustedLogParts['store'],
  { vault, registries }: Pick<JournalParts, 'vault' | 'registries'>,
): { readonly journal: Journal; readonly log: TrustedLog } {
  const trust = trustOn(store);
  const journal = createJournal({
    store,
    trust,
    vault,
    registries,
    upcasters: {},
    ids: newId,
    logger: silentLogger,
  });
  return { journal, log: trust.log };
}
