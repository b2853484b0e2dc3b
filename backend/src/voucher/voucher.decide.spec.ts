import fc from 'fast-check';
import type { Party } from '@siegel/contracts/enums';
import { contextAt, erasedCopy, recorded } from '../eventsourcing/journal/testing/recorded.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { given, history, START, VOUCHER_ID } from './testing/given.js';
import {
  CODE,
  deleted,
  EXPIRES,
  issued,
  keyDestroyed,
  keyDue,
  named,
  oneOfEach,
  redeemed,
  released,
} from './testing/samples.js';
import type { VoucherCommand } from './voucher.commands.js';
import type { VoucherEvent } from './voucher.events.js';
import { voucherDecider } from './voucher.decider.js';

const LATE = '2026-11-12T23:00:00.000Z';
const redeem = (ndaId = 'nda-1', party: Party = 1): VoucherCommand => ({
  type: 'RedeemVoucher',
  ndaId,
  party,
});
const release = (ndaId = 'nda-1', party: Party = 1): VoucherCommand => ({
  type: 'ReleaseVoucher',
  ndaId,
  party,
  because: 'already_paid',
});

describe('IssueVoucher', () => {
  const issue = {
    type: 'IssueVoucher',
    voucherId: VOUCHER_ID,
    code: CODE,
    category: '10-day-code',
    recipientName: 'Grace Hopper',
    expiresAt: EXPIRES,
  } as const;
  it('makes a voucher', () => given().when(issue).then(issued));
  it('refuses a code that was issued before', () => {
    given(issued).when(issue).thenRefused('voucher_used');
    given(issued, deleted).when(issue).thenRefused('voucher_used');
  });
});

describe('NameVoucherRecipient', () => {
  const name = (recipientName: string | null) => ({ type: 'NameVoucherRecipient', recipientName }) as const;
  it('records a recipient, or that there is none', () => {
    given(issued).when(name('Grace B. Hopper')).then(named());
    given(issued).when(name(null)).then(named(null));
    given(issued, redeemed()).when(name('Grace B. Hopper')).then(named());
  });
  it('records nothing when the recipient is the same', () => {
    given(issued).when(name('Grace Hopper')).thenNothing();
    given(issued, named()).when(name('Grace B. Hopper')).thenNothing();
  });
  it('refuses an unknown or deleted one', () => {
    given().when(name('x')).thenRefused('voucher_unknown');
    given(issued, deleted).when(name('x')).thenRefused('voucher_unknown');
  });
});

describe('RedeemVoucher', () => {
  it('redeems it for one party of one NDA', () =>
    given(issued).when(redeem('nda-1', 2)).then(redeemed('nda-1', 2)));
  it('keeps the link', () =>
    given(issued)
      .when({ type: 'RedeemVoucher', ndaId: 'nda-1', party: 2, tokenHash: 'hash' })
      .then({ type: 'VoucherRedeemed', open: { ndaId: 'nda-1', party: 2, tokenHash: 'hash' } }));
  it('accepts it up to and including its last millisecond', () => {
    given(issued).when(redeem(), EXPIRES).then(redeemed());
    given(issued).when(redeem(), LATE).thenRefused('voucher_expired');
  });
  it('records nothing for its holder, even when it is expired or deleted', () => {
    given(issued, redeemed()).when(redeem()).thenNothing();
    given(issued, redeemed()).when(redeem(), LATE).thenNothing();
    given(issued, redeemed(), deleted).when(redeem()).thenNothing();
  });
  it('refuses everybody else as used, even after the expiry', () => {
    given(issued, redeemed()).when(redeem('nda-2')).thenRefused('voucher_used');
    given(issued, redeemed()).when(redeem('nda-1', 2)).thenRefused('voucher_used');
    given(issued, redeemed()).when(redeem('nda-2'), LATE).thenRefused('voucher_used');
  });
  it('can be redeemed again after a release', () =>
    given(issued, redeemed(), released()).when(redeem('nda-2')).then(redeemed('nda-2')));
  it('refuses an unknown or deleted one', () => {
    given().when(redeem()).thenRefused('voucher_unknown');
    given(issued, deleted).when(redeem()).thenRefused('voucher_unknown');
    given(issued, redeemed(), deleted).when(redeem('nda-2')).thenRefused('voucher_unknown');
  });
});

describe('ReleaseVoucher', () => {
  it('frees it, even if it was deleted', () => {
    given(issued, redeemed()).when(release()).then(released());
    given(issued, redeemed(), deleted).when(release()).then(released());
  });
  it('records nothing for anyone but the holder', () => {
    given(issued).when(release()).thenNothing();
    given(issued, redeemed()).when(release('nda-2')).thenNothing();
    given(issued, redeemed()).when(release('nda-1', 2)).thenNothing();
    given(issued, redeemed(), released()).when(release()).thenNothing();
  });
  it('refuses an unknown one', () => given().when(release()).thenRefused('voucher_unknown'));
});

describe('DeleteVoucher', () => {
  const remove = { type: 'DeleteVoucher' } as const;
  it('deletes it, whether or not it was used', () => {
    given(issued).when(remove).then(deleted);
    given(issued, redeemed()).when(remove).then(deleted);
  });
  it('records nothing the second time', () => given(issued, deleted).when(remove).thenNothing());
  it('refuses an unknown one', () => given().when(remove).thenRefused('voucher_unknown'));
});

describe('RecordVoucherKeyDestroyed', () => {
  const record = {
    type: 'RecordVoucherKeyDestroyed',
    keyId: 'key-1',
    destroyedAt: '2026-11-11T10:00:00.000Z',
    receiptKeyId: 'receipt-1',
    receiptSignature: 'c2lnbmF0dXJl',
  } as const;
  it('records the destruction with its receipt', () => {
    given(issued, deleted).when(record).then(keyDestroyed);
    given(issued, redeemed(), keyDue).when(record).then(keyDestroyed);
  });
  it('follows the event that made it due', () => {
    const event = { eventId: '01930000-0000-7000-8000-000000000001', eventHash: 'ab'.repeat(32) };
    given(issued, deleted)
      .when({ ...record, ...event })
      .then({ ...keyDestroyed, open: { ...keyDestroyed.open, ...event } } as VoucherEvent);
  });
  it('refuses if nothing made it due', () =>
    given(issued, redeemed()).when(record).thenRefused('voucher_unknown'));
  it('records nothing the second time', () =>
    given(issued, deleted, keyDestroyed).when(record).thenNothing());
  it('refuses an unknown one', () => given().when(record).thenRefused('voucher_unknown'));
});

describe('NoteVoucherKeyDue', () => {
  const note = { type: 'NoteVoucherKeyDue', days: 90 } as const;
  const daysAfter = (at: string, days: number): string =>
    new Date(Date.parse(at) + days * 86_400_000).toISOString();
  it('records that the key is due once the retention time is over, and not a moment before', () => {
    given(issued)
      .when(note, daysAfter(EXPIRES, 90 - 0.001))
      .thenNothing();
    given(issued).when(note, daysAfter(EXPIRES, 90)).then(keyDue);
  });
  it('records nothing the second time, after a deletion, or if the key is gone', () => {
    for (const before of [keyDue, deleted, keyDestroyed])
      given(issued, before).when(note, daysAfter(EXPIRES, 90)).thenNothing();
  });
  it('refuses an unknown one', () => given().when(note).thenRefused('voucher_unknown'));
  it('bars events whose sealed part could not be read any more', () => {
    given(issued, keyDue).when(redeem()).thenRefused('voucher_expired');
    given(issued, keyDue)
      .when({ type: 'NameVoucherRecipient', recipientName: 'x' })
      .thenRefused('voucher_expired');
  });
});

describe('a voucher whose key is gone', () => {
  it('gets no other recipient', () =>
    given(issued, redeemed(), keyDestroyed)
      .when({ type: 'NameVoucherRecipient', recipientName: 'x' })
      .thenRefused('voucher_expired'));
  it('can be deleted, but not redeemed', () => {
    given(issued, keyDestroyed).when({ type: 'DeleteVoucher' }).then(deleted);
    given(issued, keyDestroyed).when(redeem()).thenRefused('voucher_expired');
  });
});

describe('a voucher', () => {
  const anyone = fc.record({
    ndaId: fc.constantFrom('nda-1', 'nda-2', 'nda-3'),
    party: fc.constantFrom<Party>(1, 2),
  });
  const command: fc.Arbitrary<VoucherCommand> = fc.oneof(
    { weight: 4, arbitrary: anyone.map(({ ndaId, party }) => redeem(ndaId, party)) },
    { weight: 4, arbitrary: anyone.map(({ ndaId, party }) => release(ndaId, party)) },
    { weight: 1, arbitrary: fc.constant<VoucherCommand>({ type: 'DeleteVoucher' }) },
  );

  it('never has two holders, whatever commands come in whatever order', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40, size: 'max' }), (commands) => {
        const holders = new Set<string>();
        let state = history([issued]).reduce(voucherDecider.evolve, voucherDecider.initial);
        for (const given of commands) {
          for (const event of decided(given, state)) {
            if (event.type === 'VoucherRedeemed') holders.add(`${event.open.ndaId} ${event.open.party}`);
            if (event.type === 'VoucherReleased')
              expect(holders.delete(`${event.open.ndaId} ${event.open.party}`)).toBe(true);
            expect(holders.size).toBeLessThanOrEqual(1);
            taken += holders.size;
            state = voucherDecider.evolve(
              state,
              recorded(event, { stream: 'voucher-1', revision: state.revision + 1, at: START }),
            );
          }
          const holder = state.holder && `${state.holder.ndaId} ${state.holder.party}`;
          expect([...holders]).toEqual(holder === undefined ? [] : [holder]);
        }
      }),
    );
    expect(taken).toBeGreaterThan(100);
  });

  it.each(Object.values(oneOfEach).map((event) => [event.type, event] as const))(
    'folds %s when the payload is gone',
    (_, event) => {
      const events = history([issued, redeemed(), event]);
      const { code, recipientName, ...open } = events
        .map((one) => erasedCopy<VoucherEvent>(one))
        .reduce(voucherDecider.evolve, voucherDecider.initial);
      expect([code, recipientName]).toEqual([undefined, undefined]);
      expect(events.reduce(voucherDecider.evolve, voucherDecider.initial)).toMatchObject(open);
    },
  );
});

function decided(command: VoucherCommand, state: typeof voucherDecider.initial): readonly VoucherEvent[] {
  try {
    return voucherDecider.decide(command, state, contextAt(START));
  } catch (error) {
    if (error instanceof RuleBroken) return [];
    throw error;
  }
}
