import type { Journal } from '../eventsourcing/journal/journal.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import { filesNamedBy, NAMES_FILE } from '../nda/nda.blobs.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { FilesNamedIn, NamedFile } from '../proof/endless/stored-files.js';

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

async function namedBy(journal: Pick<Journal, 'decode' | 'unseal'>, stored: StoredEvent) {
  const event = journal.decode<NdaEvent>(stored);
  // An unknown event is not opened. A newer version of this program knows it.
  return event.unknown ? [] : filesNamedBy(await journal.unseal(event));
}
