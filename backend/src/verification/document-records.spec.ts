import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { history, NDA_ID } from '../nda/testing/given.js';
import { inPersonPaid, inPersonSealed } from '../nda/testing/sample-histories.js';
import {
  created,
  disputed,
  document,
  DOCUMENT_HASH,
  erased,
  hashOf,
  keyDestroyed,
  madeRemote,
  sealed,
} from '../nda/testing/samples.js';
import type { StoredEvent } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { documentRecords } from './document-records.js';
import type { DocumentRecord } from './verify-document.js';

function recordOf(
  documentHash: string,
  events: ReturnType<typeof history>,
  ndaId = NDA_ID,
): Promise<DocumentRecord> {
  const stored = events.map(({ revision }) => ({ revision }) as StoredEvent);
  const store = { readStream: async (stream: string) => (stream === ndaStream(NDA_ID) ? stored : []) };
  const journal = { decode: ({ revision }: StoredEvent) => events[revision] } as unknown as Pick<
    Journal,
    'decode'
  >;
  return documentRecords(store, journal)(ndaId, documentHash);
}

describe('what is on record of a document', () => {
  const again = { type: 'DocumentSealed', open: document({ documentHash: hashOf('9') }) } as const;

  it('is every version that was ever sealed', async () => {
    const events = history([...inPersonSealed, again]);
    for (const hash of [DOCUMENT_HASH, hashOf('9')])
      expect(await recordOf(hash, events)).toEqual({ sealed: true, erased: false, disputed: false });
  });

  it('is nothing of another file, another NDA, or before there was one', async () => {
    const nothing = { sealed: false, erased: false, disputed: false };
    expect(await recordOf(hashOf('8'), history(inPersonSealed))).toEqual(nothing);
    expect(await recordOf(DOCUMENT_HASH, history(inPersonSealed), 'another')).toEqual(nothing);
    expect(await recordOf(DOCUMENT_HASH, history(inPersonPaid))).toEqual(nothing);
  });

  it('is found in a long history too, which lets others have their turn', async () => {
    const long = history([created, ...Array.from({ length: 1_200 }, () => madeRemote(true)), sealed]);
    let turns = 0;
    let reading = true;
    const count = (): void => {
      turns += 1;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    expect(await recordOf(DOCUMENT_HASH, long)).toMatchObject({ sealed: true });
    reading = false;
    expect(turns).toBeGreaterThan(1);
  });

  it('stays when everything else is erased, and holds what was disputed', async () => {
    const events = history([...inPersonSealed, disputed, erased, keyDestroyed]).map((event) =>
      erasedCopy<NdaEvent>(event),
    );
    expect(await recordOf(DOCUMENT_HASH, events)).toEqual({ sealed: true, erased: true, disputed: true });
  });
});
