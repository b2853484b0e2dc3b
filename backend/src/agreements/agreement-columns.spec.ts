import { orderNumber } from '@siegel/contracts/payments/order-number';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { history, NDA_ID, on } from '../nda/testing/given.js';
import {
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  remoteInvited,
  remotePaid,
  remoteSent,
  remoteSigned,
} from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import { agreementProjection } from './agreement.projection.js';
import type { AgreementRow } from './agreement-row.js';

type Steps = Parameters<typeof history>[0];

function rowAfter(...steps: Steps): AgreementRow {
  const row = foldStream(agreementProjection, history(steps));
  if (row === undefined) throw new Error('there is no row');
  return row;
}

const arrivedAt = (party: 1 | 2): NdaEvent => ({
  type: 'MailDelivered',
  open: { kind: 'document', party, messageId: `document-${party}` },
});

describe('the columns of an agreement', () => {
  it('have their initial values after the creation', () =>
    expect(rowAfter(sample.created)).toMatchObject({
      id: NDA_ID,
      revision: 0,
      status: 'draft',
      discarded: false,
      creatorKeyHashes: [sample.CREATOR],
      openUntil: null,
      party1OrderNumber: orderNumber(NDA_ID, 1),
      party2OrderNumber: orderNumber(NDA_ID, 2),
    }));

  it('hold the key hash of every browser of the creator, and whether the draft was discarded', () =>
    expect(rowAfter(sample.created, sample.accessGranted, sample.discarded)).toMatchObject({
      creatorKeyHashes: [sample.CREATOR, sample.hashOf('9')],
      discarded: true,
    }));

  it('hold a legal hold until it is lifted', () => {
    expect(rowAfter(sample.created, sample.holdSet).legalHoldSince).toEqual(expect.any(String));
    expect(rowAfter(sample.created, sample.holdSet, sample.holdLifted).legalHoldSince).toBeNull();
  });

  it('do not change, except revision and hash, with an event that concerns none of them', () => {
    const before = rowAfter(...remoteSigned);
    const { state, revision, hash } = before;
    const after = rowAfter(...remoteSigned, sample.timestamped);
    expect({ ...after, state, revision, hash }).toEqual(before);
    expect(after.revision).toBe(revision + 1);
  });

  it('hold the time at which the clock next checks the invitation', () => {
    expect(rowAfter(...remoteInvited).dueAt).toEqual(expect.any(String));
    expect(rowAfter(...remoteSent, sample.declined()).dueAt).toEqual(expect.any(String));
    expect(rowAfter(...remoteInvited, sample.cancelled()).dueAt).toBeNull();
  });

  it('tell whether an invitation is owed', () => {
    expect(rowAfter(...remotePaid).inviteOwed).toBe(true);
    expect(rowAfter(...remoteInvited).inviteOwed).toBe(false);
  });

  it('hold the hash of every link that ever existed, and none before the first', () => {
    const links = (...steps: Steps) => rowAfter(...steps).tokenHashes;
    expect(links(...inPersonComplete)).toEqual([]);
    expect(links(...remoteSigned)).toEqual([sample.TOKEN]);
    const corrected = sample.addressCorrected({ tokenHash: sample.NEXT_TOKEN });
    const again = sample.invited({ invitation: 2, tokenHash: '3' });
    expect(links(...remoteInvited, corrected, sample.cancelled(), again)).toEqual([
      sample.TOKEN,
      sample.NEXT_TOKEN,
      '3',
    ]);
  });

  it('tell whether the service still tries to deliver the document', () => {
    expect(rowAfter(...inPersonPaid).deliveryOwed).toBe(true);
    const sent = [...inPersonSealed, sample.documentSent(1), on(1, sample.documentSent(2)), sample.sent];
    expect(rowAfter(...sent).deliveryOwed).toBe(false);
  });
});

describe('the obligations of an agreement', () => {
  it('are open until their end', () => {
    expect(rowAfter(...remotePaid).openUntil).toBe('9999-12-31T00:00:00.000Z');
    const invited = [...remotePaid, sample.invited({ linkId: sample.LINK_ID })];
    expect(rowAfter(...invited).openUntil).toBe('2026-11-16T10:00:00.000Z');
    expect(rowAfter(...invited, sample.invitationSent).openUntil).toBeNull();
  });

  it('are found by id while open, and those that a person can close also once ended, even after an erasure', () => {
    const owing = [sample.created, sample.refundDue(199), sample.erased];
    const { state, obligationIds } = rowAfter(...owing);
    expect(obligationIds).toEqual(state.obligations.open.map(({ id }) => id));
    expect(obligationIds).toHaveLength(2);
    const over = rowAfter(...owing, sample.keyDestroyed, sample.refunded(199));
    expect(over).toMatchObject({ openUntil: null, state: { obligations: { open: [] } } });
    expect(over.obligationIds).toEqual([history([sample.created, sample.sent])[1]?.id]);
  });

  const both = [sample.documentSent(1), sample.documentSent(2), sample.sent];
  const passing = sample.bounced({ permanent: false, code: 'blocked' });
  const bounced = [...inPersonSealed, ...both, sample.mailBounced];
  it.each<[string, Steps]>([
    ['a mail that bounced but arrived after all', [...inPersonSealed, ...both, passing, arrivedAt(2)]],
    [
      'a bounce that was closed by the erasure of the agreement',
      [...bounced, sample.erased, sample.keyDestroyed],
    ],
    ['a refund that was paid', [sample.created, sample.refundDue(199), sample.refunded(199)]],
    ['a link that was voided', [sample.created, sample.continueLinkRequested(), sample.accessEnded]],
    ['a draft that was discarded', [sample.created, sample.continueLinkRequested(), sample.discarded]],
  ])('are none after %s', (_, steps) =>
    expect(rowAfter(...steps)).toMatchObject({ openUntil: null, state: { obligations: { open: [] } } }),
  );

  const madeBack = [sample.created, sample.refundDue(199), sample.refunded(199)];
  it.each<[string, string, Steps]>([
    ['refund', 'a refund that was paid and failed later', [...madeBack, sample.refunded(0)]],
    [
      'refund',
      'a refund that failed and was then paid in part',
      [...madeBack, sample.refunded(0), sample.refunded(50)],
    ],
    ['bounce', 'a mail that bounced, despite a later event', [...bounced, sample.continueLinkRequested()]],
    [
      'bounce',
      'a mail that bounced, although the mail to the other party arrived',
      [...bounced, arrivedAt(1)],
    ],
  ])('are still owed (%s): %s', (kind, _, steps) => {
    const { state, openUntil } = rowAfter(...steps);
    expect(state.obligations.open.filter((one) => one.kind === kind)).toHaveLength(1);
    expect(openUntil).toBe('9999-12-31T00:00:00.000Z');
  });

  it('and all other unsealed columns contain no text that a person typed', () => {
    const steps = history([...remoteSigned, sample.disputed, sample.mailBounced]);
    const { sealed: _, ...open } = foldStream(agreementProjection, steps.map(erasedCopy<NdaEvent>)) ?? {};
    const text = JSON.stringify(open);
    const typed = Object.values(sample.personal).filter((value) => value !== null);
    expect(typed.length).toBeGreaterThan(5);
    for (const value of typed) expect(text).not.toContain(value);
  });
});
