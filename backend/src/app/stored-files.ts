import type { Journal } from '../eventsourcing/journal/journal.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import { filesNamedBy, NAMES_FILE } from '../nda/nda.blobs.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { FilesNamedIn, NamedFile } from '../proof/endless/stored-files.js';
import { MasterKeyUnknown } from '../vault/vault.js';

/**
 * Stands for the file of an event whose sealed part this backend cannot open. Only signatures are named
 * there.
 */
const UNOPENED: readonly Pick<NamedFile, 'label' | 'sha256'>[] = [{ label: 'signature', sha256: null }];

/** Returns the documents and signatures that events of agreements name. Opens the events that are sealed. */
export const filesNamedIn =
  (journal: Pick<Journal, 'decode' | 'unseal'>): FilesNamedIn =>
  async (events) => {
    const files: NamedFile[] = [];
    for (const stored of events) {
      if (!NAMES_FILE.test(stored.type)) continue;
      for (const { label, sha256 } of await namedBy(journal, stored))
        files.push({ subject: stored.stream, revision: stored.revision, label, sha256 });
    }
    return files;
  };

async function namedBy(
  journal: Pick<Journal, 'decode' | 'unseal'>,
  stored: StoredEvent,
): Promise<readonly Pick<NamedFile, 'label' | 'sha256'>[]> {
  const event = journal.decode<NdaEvent>(stored);
  // An unknown event is not opened. A newer version of this program knows it.
  if (event.unknown) return [];
  try {
    return filesNamedBy(await journal.unseal(event));
  } catch (error) {
    if (!(error instanceof MasterKeyUnknown)) throw error;
    // A document is named in the open part.
    return event.type === 'DocumentSealed' ? filesNamedBy(event) : UNOPENED;
  }
}
