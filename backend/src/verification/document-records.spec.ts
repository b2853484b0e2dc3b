import { trustOn } from '../eventsourcing/trust/testing/test-trust.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { marked } from '../eventsourcing/trust/testing/marked.js';
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
import type { Position, UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { documentRecords, type RecordParts } from './document-records.js';
import type { DocumentRecord, RecordQuestion } from './verify-document.js';

const CERTIFICATE = hashOf('c');

/** Returns the events of a stream, linked by hashes as stored events are. */
function storedOf(events: ReturnType<typeof history>): UntrustedEvent[] {
  const unchained = events.map(({ revision, id, type }) => ({
    stream: ndaStream(NDA_ID),
    revision,
    id,
    type: `${type}.v1`,
    data: Buffer.from('{"open":{}}'),
  }));
  return marked(unchained).map((event) => ({ ...event, position: '0' as Position }));
}

interface Asked {
  readonly ndaId?: string;
  readonly certificateHash?: string;
  readonly configured?: string;
  readonly leafAt?: RecordParts['leafAt'];
  readonly asOfRevision?: number;
  /** Returns the hashes of the events in the file's evidence. */
  readonly hashes?: (stored: readonly UntrustedEvent[]) => readonly string[];
  readonly stored?: (events: UntrustedEvent[]) => UntrustedEvent[];
  readonly recordsAbout?: RecordParts['recordsAbout'];
}

const hashesOf = (stored: readonly UntrustedEvent[]): string[] =>
  stored.map((event) => metadataOf(event)?.hash ?? '');

function recordOf(
  documentHash: string,
  events: ReturnType<typeof history>,
  asked: Asked = {},
): Promise<DocumentRecord> {
  const { ndaId = NDA_ID, certificateHash = CERTIFICATE, configured = CERTIFICATE } = asked;
  const original = storedOf(events);
  const stored = asked.stored?.(original) ?? original;
  const shown = asked.hashes?.(original) ?? hashesOf(original.slice(0, 3));
  const evidence = {
    ndaId,
    stream: ndaStream(ndaId),
    asOfRevision: asked.asOfRevision ?? document().asOfRevision,
    events: shown.map((hash, revision) => ({ revision, hash })),
  } as unknown as RecordQuestion['evidence'];
  const { log } = trustOn({
    readStream: async (stream: string) => (stream === ndaStream(NDA_ID) ? stored : []),
  });
  const withCertificate = (event: (typeof events)[number] | undefined) =>
    event?.type === 'DocumentSealed'
      ? { ...event, open: { ...event.open, certificateHash: CERTIFICATE } }
      : event;
  const journal = {
    decode: ({ revision }: UntrustedEvent) => withCertificate(events[revision]),
  } as unknown as Pick<Journal, 'decode'>;
  const { leafAt = async () => undefined } = asked;
  const { recordsAbout = async () => ({ open: [], ended: null }) } = asked;
  return documentRecords({ log, journal, recordsAbout, leafAt, configured, tampering })({
    evidence,
    documentHash,
    certificateHash,
  });
}

const tampering = new RecordedTampering();
beforeEach(() => {
  tampering.all.length = 0;
});

describe('the record of a document', () => {
  const again = { type: 'DocumentSealed', open: document({ documentHash: hashOf('9') }) } as const;

  it('covers every version that was ever sealed', async () => {
    const events = history([...inPersonSealed, again]);
    for (const hash of [DOCUMENT_HASH, hashOf('9')])
      expect(await recordOf(hash, events)).toEqual({
        sealed: true,
        known: true,
        erased: false,
        disputed: false,
        stream: 'whole',
      });
  });

  it('is empty for another file, for another NDA, and before a document exists', async () => {
    const nothing = { sealed: false, known: true, erased: false, disputed: false, stream: 'whole' };
    expect(await recordOf(hashOf('8'), history(inPersonSealed))).toEqual(nothing);
    expect(await recordOf(DOCUMENT_HASH, history(inPersonSealed), { ndaId: 'another' })).toEqual(nothing);
    expect(await recordOf(DOCUMENT_HASH, history(inPersonPaid))).toEqual(nothing);
  });

  it('is found in a long history too, without blocking other work', async () => {
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

  it('remains when everything else is erased, and includes a dispute', async () => {
    const events = history([...inPersonSealed, disputed, erased, keyDestroyed]).map((event) =>
      erasedCopy<NdaEvent>(event),
    );
    expect(await recordOf(DOCUMENT_HASH, events)).toEqual({
      sealed: true,
      known: true,
      erased: true,
      disputed: true,
      stream: 'whole',
    });
  });

  const events = history(inPersonSealed);
  it.each<[string, Asked]>([
    ['the evidence names other hashes', { hashes: (all) => hashesOf(all).with(1, 'f'.repeat(64)) }],
    ['the evidence has more events', { hashes: (all) => [...hashesOf(all), 'f'.repeat(64)] }],
    ['the evidence ends elsewhere', { asOfRevision: 1 }],
    ['another certificate sealed', { certificateHash: hashOf('3'), configured: hashOf('3') }],
    ['the checkpointer met another event at its place', { leafAt: async () => 'f'.repeat(64) }],
  ])('is empty, and the fault is reported, if %s', async (_, asked) => {
    expect(await recordOf(DOCUMENT_HASH, events, asked)).toMatchObject({ sealed: false, known: true });
    expect(tampering.all.map(({ kind }) => kind)).toEqual(['evidence']);
  });

  const altered = (revision: number) => (all: UntrustedEvent[]) =>
    all.with(revision, { ...(all[revision] as UntrustedEvent), data: Buffer.from('{"open":{ }}') });

  it('is closed if an event of the stream is not authenticated, and says nothing against file and certificate', async () => {
    const asked = { stored: altered(1), certificateHash: hashOf('3') };
    expect(await recordOf(DOCUMENT_HASH, events, asked)).toMatchObject({ sealed: false, stream: 'closed' });
    const disputedLater = history([...inPersonSealed, disputed]);
    const stored = altered(disputedLater.length - 1);
    expect(await recordOf(DOCUMENT_HASH, disputedLater, { stored })).toMatchObject({
      sealed: true,
      disputed: false,
      stream: 'closed',
    });
    expect(await recordOf(DOCUMENT_HASH, disputedLater, { ...asked, stored })).toMatchObject({
      sealed: false,
      stream: 'closed',
    });
    expect(tampering.all).toEqual([]);
  });

  it('is closed if the records about the stream are', async () => {
    const untrusted = new StreamUntrusted('trust-of-nda', { revision: 0, fault: 'hash' });
    const recordsAbout = () => Promise.reject(untrusted);
    expect(await recordOf(DOCUMENT_HASH, events, { recordsAbout })).toMatchObject({ stream: 'closed' });
    const away = () => Promise.reject(new EventStoreUnavailable('away'));
    await expect(recordOf(DOCUMENT_HASH, events, { recordsAbout: away })).rejects.toThrow('away');
  });

  it('includes a dispute that waits for the repair, and says that the operator ended the stream', async () => {
    const report = { kind: 'dispute', facts: { party: 2 } } as const;
    const open = [{ eventId: 'kept', key: 'one', at: events[0]?.at ?? '', report }];
    const kept = async () => ({ open, ended: null });
    expect(await recordOf(DOCUMENT_HASH, events, { recordsAbout: kept })).toMatchObject({
      sealed: true,
      disputed: true,
      stream: 'whole',
    });
    const end = { last: null, fault: 'hash', reason: 'lost', at: '' };
    const ended = async () => ({ open, ended: end });
    expect(await recordOf(DOCUMENT_HASH, events, { recordsAbout: ended })).toMatchObject({
      sealed: true,
      disputed: true,
      stream: 'ended',
    });
  });

  it('accepts only a certificate that seals now or that an event names', async () => {
    const asked = { certificateHash: hashOf('3') };
    expect(await recordOf(DOCUMENT_HASH, events, asked)).toMatchObject({ sealed: false, known: false });
    expect(tampering.all.map(({ kind }) => kind)).toEqual(['evidence']);
    expect(await recordOf(hashOf('8'), events, asked)).toMatchObject({ sealed: false, known: false });
    expect(tampering.all.slice(1)).toEqual([{ kind: 'certificate', subject: { fingerprint: hashOf('3') } }]);
    // If the log does not have the stream, an unknown certificate is not reported as tampering.
    expect(await recordOf(hashOf('8'), events, { ...asked, ndaId: 'another' })).toMatchObject({
      known: false,
    });
    expect(tampering.all).toHaveLength(2);
    const former = { configured: hashOf('3') };
    expect(await recordOf(DOCUMENT_HASH, events, former)).toMatchObject({ sealed: true, known: true });
  });

  it('exists if the checkpointer met its event', async () => {
    const leafAt = async (_: string, revision: number) => hashesOf(storedOf(events))[revision];
    expect(await recordOf(DOCUMENT_HASH, events, { leafAt })).toMatchObject({ sealed: true });
    expect(tampering.all).toEqual([]);
  });
});
