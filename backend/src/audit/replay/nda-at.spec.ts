import { erasedCopy, unreadableCopy } from '../../eventsourcing/journal/testing/recorded.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { day, on } from '../../nda/testing/given.js';
import { inPersonSealed, splitInvited } from '../../nda/testing/sample-histories.js';
import * as sample from '../../nda/testing/samples.js';
import { unsealedAs } from './replayed-nda.js';
import { lastRevisionBy } from './replay-state.js';
import { replayed, sealedHistory, describeChanges } from './testing/replayed.js';

const withType = (event: Recorded<NdaEvent>, change: object): Recorded<NdaEvent> => ({ ...event, ...change });

describe('N after an event', () => {
  it('begins with the entered terms, and does not list as changes the initial values that every NDA has', () => {
    const { nda, changes, issueDate, document } = replayed(sealedHistory([sample.created]));
    expect(nda).toMatchObject({
      status: 'draft',
      ideaTitle: sample.personal.ideaTitle,
      revision: 0,
      agreementHash: sample.AGREEMENT_HASH,
    });
    expect([issueDate, document]).toEqual(['2026-11-02', null]);
    expect(describeChanges(changes)).toContain(`ideaTitle: null > ${sample.personal.ideaTitle}`);
    expect(describeChanges(changes)).toContain('status: null > draft');
    const fields = changes.map(({ field }) => field);
    for (const blank of ['paymentStatus', 'otherDevices', 'party1PaysForBoth', 'mailProblemList'] as const)
      expect(fields).not.toContain(blank);
  });

  it('lists the changes by a signature, a payment and a corrected address, and no others', () => {
    const steps = [sample.created, on(1, sample.party1SignedSplit)];
    expect(describeChanges(replayed(sealedHistory(steps)).changes)).toEqual([
      'status: draft > party1_signed',
      'signatureMode: null > remote',
      `party1SignedAt: null > ${day(1)}`,
    ]);
    const corrected = sealedHistory([...splitInvited, sample.addressCorrected()]);
    expect(describeChanges(replayed(corrected).changes)).toContainEqual(
      expect.stringContaining(`party2Email: ${sample.personal.party2Email} > `),
    );
  });

  it('has the document of record as soon as an event has sealed it', () => {
    const events = sealedHistory(inPersonSealed);
    expect(replayed(events.slice(0, -1)).document).toBeNull();
    expect(replayed(events).document).toMatchObject({
      documentHash: sample.DOCUMENT_HASH,
      revision: events.length - 1,
    });
  });

  it('keeps its open part after an erasure, and names the fields that were lost with the key', () => {
    const events = sealedHistory([
      sample.created,
      sample.party1Signed(),
      on(3, sample.erased),
      sample.keyDestroyed,
    ]);
    const gone = (event: Recorded<NdaEvent>) => unsealedAs(erasedCopy(event));
    const first = replayed(events.slice(0, 1), gone);
    expect(first.nda).toMatchObject({
      ideaTitle: null,
      party2Email: null,
      agreementHash: null,
      duration: '2y',
    });
    expect(first.unreadable).toBe('erased');
    expect(describeChanges(first.changes)).toContain('ideaTitle: null > #');
    expect(describeChanges(first.changes)).toContain('duration: null > 2y');
    const erased = replayed(events.slice(0, 3), gone);
    expect(erased.nda).toMatchObject({ status: 'party1_signed', deletedAt: day(3), revision: 2 });
    expect(describeChanges(erased.changes)).toEqual([`deletedAt: null > ${day(3)}`]);
    expect(replayed(events, gone).changes).toEqual([]);
  });

  it('is shown if another event of the same NDA cannot be read, and names the missing field', () => {
    const events = sealedHistory([...splitInvited, sample.addressCorrected()]);
    const last = events.at(-1)?.id;
    const { nda, unreadable, changes } = replayed(events, (event) =>
      unsealedAs(event.id === last ? unreadableCopy(event) : event),
    );
    expect(unreadable).toBe('key_missing');
    expect(nda).toMatchObject({ ideaTitle: sample.personal.ideaTitle, party2Email: null });
    expect(describeChanges(changes)).toContain(`party2Email: ${sample.personal.party2Email} > #`);
  });

  it('counts events of unknown types and versions, and does not fold them', () => {
    const [created, signed] = sealedHistory([sample.created, sample.party1Signed()]);
    if (created === undefined || signed === undefined) throw new Error('no events');
    for (const change of [{ version: 99 }, { type: 'constructor' }, { type: 'SomethingElse', open: {} }]) {
      const { nda, changes, revision } = replayed([created, withType(signed, change)]);
      expect({ revision, status: nda?.status, of: nda?.revision, changes }).toEqual({
        revision: 1,
        status: 'draft',
        of: 1,
        changes: [],
      });
    }
    expect(replayed([withType(created, { version: 99 })])).toMatchObject({ nda: null, changes: [] });
  });

  it('at a moment is N after the last event up to then, or does not exist', () => {
    const events = sealedHistory([sample.created, on(1, sample.party1Signed())]);
    expect([day(-1), day(0), day(0.5), day(1), day(9)].map((time) => lastRevisionBy(events, time))).toEqual([
      -1, 0, 0, 1, 1,
    ]);
    expect(lastRevisionBy(events, day(0).replace('10:00:00.000Z', '11:00:00+01:00'))).toBe(0);
  });
});
