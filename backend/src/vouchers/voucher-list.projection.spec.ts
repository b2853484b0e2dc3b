import { recorded } from '../eventsourcing/journal/testing/recorded.js';
import { type VoucherEvent, voucherStream } from '../voucher/voucher.events.js';
import { voucherListProjection } from './voucher-list.projection.js';
import type { VoucherRow } from './voucher-row.js';

const id = 'a'.repeat(64);
const at = (second: number): string => `2026-11-12T10:00:0${second}.000Z`;
const ndaId = '01890a5d-ac96-774b-bcce-b302099a8057';

function folded(...events: VoucherEvent[]): VoucherRow | undefined {
  return events.reduce<VoucherRow | undefined>((row, event, revision) => {
    const next = voucherListProjection.fold(
      row,
      recorded(event, { stream: voucherStream(id), revision, at: at(revision) }),
    );
    return typeof next === 'symbol' ? undefined : next;
  }, undefined);
}

const issued: VoucherEvent = {
  type: 'VoucherIssued',
  open: { category: '10-day-code', expiresAt: '2026-11-22T22:59:59.999Z' },
  personal: { code: 'NDA-ABCD-2345', recipientName: 'Ada Example' },
};
const redeemed: VoucherEvent = { type: 'VoucherRedeemed', open: { ndaId, party: 1 } };

describe('the list of vouchers', () => {
  it('begins with the issue', () => {
    expect(folded(issued)).toMatchObject({
      id,
      revision: 0,
      isUsed: false,
      usedAt: null,
      createdAt: at(0),
      deletedAt: null,
    });
  });

  it('follows use and release', () => {
    expect(folded(issued, redeemed)).toMatchObject({
      revision: 1,
      isUsed: true,
      usedAt: at(1),
      usedByNdaId: ndaId,
      usedByParty: 1,
    });
    const released: VoucherEvent = {
      type: 'VoucherReleased',
      open: { ndaId, party: 1, because: 'already_paid' },
    };
    expect(folded(issued, redeemed, released)).toMatchObject({
      revision: 2,
      isUsed: false,
      usedAt: null,
      usedByNdaId: null,
      usedByParty: null,
    });
  });

  it('has the ids of the events that redeemed and that ended a voucher', () => {
    const nth = (n: number): string => recorded(issued, { stream: '', revision: n, at: at(0) }).id;
    const released: VoucherEvent = {
      type: 'VoucherReleased',
      open: { ndaId, party: 1, because: 'already_paid' },
    };
    const deleted: VoucherEvent = { type: 'VoucherDeleted', open: {} };
    const names = (...events: VoucherEvent[]) => {
      const row = folded(...events);
      return [row?.redeemedByEvent, row?.endedByEvent];
    };
    expect(names(issued)).toEqual([null, nth(0)]);
    expect(names(issued, redeemed)).toEqual([nth(1), nth(1)]);
    expect(names(issued, redeemed, released)).toEqual([null, nth(2)]);
    expect(names(issued, redeemed, deleted)).toEqual([nth(1), nth(2)]);
    expect(names(issued, redeemed, deleted, released)).toEqual([null, nth(2)]);
  });

  it('marks a deleted one', () => {
    expect(folded(issued, { type: 'VoucherDeleted', open: {} })).toMatchObject({
      revision: 1,
      deletedAt: at(1),
    });
  });

  it('keeps neither code nor recipient once the key is gone', () => {
    const destroyed: VoucherEvent = {
      type: 'VoucherKeyDestroyed',
      open: { keyId: 'k', destroyedAt: at(1), receiptKeyId: 'r', receiptSignature: 's' },
    };
    expect(folded(issued, redeemed, destroyed)).toMatchObject({
      revision: 2,
      isUsed: true,
      keyDestroyedAt: at(1),
      sealed: {},
    });
  });

  it('contains no plaintext', () => {
    const named: VoucherEvent = {
      type: 'VoucherRecipientNamed',
      open: {},
      personal: { recipientName: 'Bob Example' },
    };
    expect(JSON.stringify(folded(issued, named))).not.toMatch(/NDA-ABCD|Ada|Bob/);
  });

  it('ignores events of a voucher that was not issued before', () => {
    expect(folded(redeemed)).toBeUndefined();
  });
});
