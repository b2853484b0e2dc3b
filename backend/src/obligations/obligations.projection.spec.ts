import fc from 'fast-check';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { foldBatch, type StoredRow } from '../eventsourcing/projections/fold-batch.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { history, NDA_ID, ndaAfter } from '../nda/testing/given.js';
import { lives } from '../nda/testing/histories.js';
import { inPersonSealed, remotePaid, remoteSigned } from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import type { ObligationRow } from './obligation-row.js';
import { obligationsProjection } from './obligations.projection.js';

type Events = ReturnType<typeof history>;
const { only = [] } = obligationsProjection;

/** Event by event, as it is stored between two of them. */
function folded(events: Events): ObligationRow | undefined {
  let stored = new Map<string, StoredRow<ObligationRow>>();
  for (const event of events.filter(({ type }) => only.includes(type))) {
    const changed = foldBatch(obligationsProjection, [event], stored);
    const [kept = stored.get(NDA_ID)] = changed.values();
    if (kept !== undefined) stored = new Map([[NDA_ID, JSON.parse(JSON.stringify(kept))]]);
  }
  return stored.get(NDA_ID)?.row;
}
const of = (...steps: Parameters<typeof history>[0][number][]) => folded(history(steps));

describe('the row of what an NDA owes', () => {
  it('is none of a draft, and begins with the first signature', () => {
    expect(of(sample.created)).toBeUndefined();
    expect(of(sample.created, sample.party1Signed())).toMatchObject({
      id: NDA_ID,
      revision: 1,
      openUntil: null,
      open: [],
      ids: [],
    });
  });

  it('says until when anything is owed', () => {
    expect(of(...remotePaid)?.openUntil).toBe('9999-12-31T00:00:00.000Z');
    const invited = [...remotePaid, sample.invited({ linkId: sample.LINK_ID })];
    expect(of(...invited)?.openUntil).toBe('2026-11-16T10:00:00.000Z');
    expect(of(...invited, sample.invitationSent)?.openUntil).toBeNull();
  });

  it('is found by what is owed, and by what a person ended, and outlasts the NDA', () => {
    const owing = of(sample.created, sample.refundDue(199), sample.erased);
    expect(owing?.ids).toEqual([owing?.open[0]?.id, owing?.open[1]?.id]);
    const over = of(
      sample.created,
      sample.refundDue(199),
      sample.erased,
      sample.keyDestroyed,
      sample.refunded(199),
    );
    expect(over).toMatchObject({
      open: [],
      openUntil: null,
      ids: [history([sample.created, sample.sent])[1]?.id],
    });
  });

  it('says the same as the stream after every event of any life, its payload gone or not', () => {
    fc.assert(
      fc.property(lives, ({ happenings }) => {
        const events = happenings.map(({ event }) => event);
        for (let count = 1; count <= events.length; count += 1) {
          const row = folded(events.slice(0, count));
          const { obligations } = ndaAfter(events.slice(0, count));
          expect(row === undefined ? { open: [], over: [] } : { open: row.open, over: row.over }).toEqual(
            obligations,
          );
        }
        expect(folded(events.map(erasedCopy))).toEqual(folded(events));
      }),
      { numRuns: 60 },
    );
  });

  const both = [sample.documentSent(1), sample.documentSent(2), sample.sent];
  const passing = sample.bounced({ permanent: false, code: 'blocked' });
  const bounced = [...inPersonSealed, ...both, sample.mailBounced];
  const arrivedAt = (party: 1 | 2): NdaEvent => ({
    type: 'MailDelivered',
    open: { kind: 'document', party, messageId: `document-${party}` },
  });
  it.each<[string, readonly NdaEvent[]]>([
    ['a mail that bounced and arrived all the same', [...inPersonSealed, ...both, passing, arrivedAt(2)]],
    ['a bounce that was closed with the NDA', [...bounced, sample.erased, sample.keyDestroyed]],
    ['money that was paid back', [sample.created, sample.refundDue(199), sample.refunded(199)]],
    ['a link that was voided', [sample.created, sample.continueLinkRequested(), sample.accessEnded]],
    ['a draft that is gone', [sample.created, sample.continueLinkRequested(), sample.discarded]],
  ])('owes nothing after %s', (_, steps) =>
    expect(of(...steps)).toMatchObject({ openUntil: null, open: [] }),
  );

  const madeBack = [sample.created, sample.refundDue(199), sample.refunded(199)];
  it.each<[string, string, readonly NdaEvent[]]>([
    ['money', 'a refund that was given and failed later', [...madeBack, sample.refunded(0)]],
    [
      'money',
      'a refund that failed and was given again in part',
      [...madeBack, sample.refunded(0), sample.refunded(50)],
    ],
    ['mail', 'a mail that bounced, whatever comes after it', [...bounced, sample.continueLinkRequested()]],
    ['mail', 'a mail that bounced, though that to the other party arrived', [...bounced, arrivedAt(1)]],
  ])('still owes %s: %s', (what, _, steps) => {
    const kind = what === 'money' ? 'refund' : 'bounce';
    const { open = [], openUntil } = of(...steps) ?? {};
    expect(open).toEqual(ndaAfter(history(steps)).obligations.open);
    expect(open.filter((one) => one.kind === kind)).toHaveLength(1);
    expect(openUntil).toBe('9999-12-31T00:00:00.000Z');
  });

  it('holds nothing that anybody typed', () => {
    const text = JSON.stringify(of(...remoteSigned, sample.disputed, sample.mailBounced));
    const typed = Object.values(sample.personal).filter((value) => value !== null);
    expect(typed.length).toBeGreaterThan(5);
    for (const value of typed) expect(text).not.toContain(value);
  });
});
