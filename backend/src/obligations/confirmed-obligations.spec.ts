import type { ObligationView } from '@siegel/contracts/admin/views';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { BEGINNING, type UntrustedPlace } from '../eventsourcing/trust/authenticate.js';
import { ndaStream } from '../nda/nda.events.js';
import { NDA_ID } from '../nda/testing/given.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { NOTHING_ENDED } from '../closed-streams/ended-obligations.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { SetClock } from '../vault/testing/vault-database.js';
import { ConfirmedObligations, type ConfirmingParts } from './confirmed-obligations.js';

const refund: ObligationView = {
  id: '01930000-0000-7000-8000-00000000beef',
  kind: 'refund',
  ndaId: NDA_ID,
  party: 1,
  reference: 'pi_1',
  amount: 199,
  currency: 'EUR',
  since: '2026-11-02T10:00:00.000Z',
  attempts: 0,
  lastError: null,
  nextTryAt: null,
  closable: true,
};
const noMoney = { amount: null, currency: null };
const withdrawal: ObligationView = { ...refund, ...noMoney, kind: 'withdrawal', ndaId: null };
const settlement: ObligationView = { ...refund, ...noMoney, kind: 'settlement', closable: false };

const PLACE: UntrustedPlace = { revision: 2, fault: 'hash' };

/** @param closed the streams of records that are closed */
const confirmed = (all: ConfirmingParts['states']['all'], closed: readonly string[] = []) => {
  const tampering = new RecordedTampering();
  const load: ConfirmingParts['log']['load'] = async (stream) => {
    if (stream.endsWith('.9')) throw new EventStoreUnavailable('away');
    return { events: [], last: BEGINNING, untrusted: closed.includes(stream) ? PLACE : undefined };
  };
  const log = { load };
  const ended = { isEnded: () => false, facts: () => NOTHING_ENDED };
  const parts = { states: { all }, log, clock: new SetClock(), logger: silentLogger, tampering, ended };
  return { tampering, obligations: new ConfirmedObligations(parts) };
};

describe('a listed obligation', () => {
  const bare = { ...refund, amount: null, currency: null, reference: null };

  it('has neither amount nor reference to a payment if its stream cannot be read', async () => {
    const { obligations, tampering } = confirmed(async ([stream = ''], unreadable) => {
      unreadable(stream, new Error('broken'));
      return new Map();
    });
    expect(await obligations.of([refund])).toEqual([bare]);
    expect(tampering.all).toEqual([]);
  });

  it('has neither of them if the event store is unavailable', async () => {
    const { obligations } = confirmed(() => Promise.reject(new EventStoreUnavailable('away')));
    expect(await obligations.of([refund, withdrawal])).toEqual([bare, withdrawal]);
    const { obligations: failing } = confirmed(() => Promise.reject(new Error('a fault of ours')));
    await expect(failing.of([refund])).rejects.toThrow('a fault of ours');
  });

  it("has no amount if it belongs to no NDA's stream, whatever its row says", async () => {
    const { obligations, tampering } = confirmed(async () => new Map());
    const lies = { amount: 9_999, currency: 'EUR' };
    expect(
      await obligations.of([
        { ...settlement, ...lies },
        { ...withdrawal, ...lies },
      ]),
    ).toEqual([settlement, withdrawal]);
    expect(tampering.all).toEqual([{ kind: 'row', subject: { table: 'ndas', id: NDA_ID } }]);
  });

  it('for a document counts as no sign of tampering if its row lags behind the mail to one party', async () => {
    const document = { ...refund, ...noMoney, kind: 'document', party: null, closable: false } as const;
    const open = [{ ...document, party: 2, until: null, what: 'document' }];
    const state = { obligations: { open, over: [] }, moneyBack: { due: [] } };
    const { obligations, tampering } = confirmed(
      async () => new Map([[ndaStream(NDA_ID), { state }]]) as never,
    );
    expect(await obligations.of([document])).toMatchObject([{ id: document.id, party: 2 }]);
    expect(tampering.all).toEqual([]);
    await obligations.of([{ ...document, since: '2026-11-03T10:00:00.000Z' }]);
    expect(tampering.all).toHaveLength(1);
  });

  it('for a refund names what is left, and counts as no sign of tampering if its row lags behind a refund', async () => {
    const open = [{ ...refund, amount: 100, until: null, what: `refund:${refund.id}` }];
    const due = [{ id: refund.id, amount: 199 }];
    const state = { obligations: { open, over: [] }, moneyBack: { due } };
    const { obligations, tampering } = confirmed(
      async () => new Map([[ndaStream(NDA_ID), { state }]]) as never,
    );
    for (const amount of [199, 150, 100, 1])
      expect(await obligations.of([{ ...refund, amount }])).toMatchObject([{ id: refund.id, amount: 100 }]);
    expect(tampering.all).toEqual([]);
    for (const amount of [200, 0, -1, null])
      expect(await obligations.of([{ ...refund, amount }])).toMatchObject([{ amount: 100 }]);
    expect(tampering.all).toHaveLength(4);
  });

  describe('that waits for a repair', () => {
    const key: ObligationView = {
      ...refund,
      ...noMoney,
      kind: 'key-destruction',
      party: null,
      reference: ndaStream(NDA_ID),
      lastError: 'stream_untrusted',
      closable: false,
    };
    const records = recordsStream(ndaStream(NDA_ID));
    const state = { obligations: { open: [], over: [] }, moneyBack: { due: [] } };
    const states = (untrusted?: UntrustedPlace) => async () =>
      new Map([[ndaStream(NDA_ID), { state, untrusted }]]) as never;

    it('names no payment and no amount, but the closed stream if a key waits for it', async () => {
      const { obligations } = confirmed(states(PLACE));
      const waits = { ...bare, lastError: 'stream_untrusted', closable: false };
      expect(await obligations.of([refund, { ...key, reference: 'something else' }])).toEqual([waits, key]);
    });

    it('is listed if only the records about the agreement are closed, as long as they are', async () => {
      const item = { ...key, reference: records };
      for (const reference of [records, `${records}.2`]) {
        const { obligations, tampering } = confirmed(states(), [reference]);
        expect(await obligations.of([{ ...item, reference }])).toEqual([{ ...item, reference }]);
        expect(tampering.all).toEqual([]);
      }
      expect(await confirmed(states()).obligations.of([item])).toEqual([]);
      const unread = { ...item, reference: `${records}.9` };
      expect(await confirmed(states()).obligations.of([unread])).toEqual([unread]);
    });

    it('is left out if its row names records about another agreement, or no records', async () => {
      const other = recordsStream(ndaStream(newId()));
      for (const reference of [other, ndaStream(NDA_ID), 'x', null]) {
        const { obligations } = confirmed(states(), [other, ndaStream(NDA_ID), 'x']);
        expect(await obligations.of([{ ...key, reference }])).toEqual([]);
      }
    });
  });

  it('causes one read of each stream, and no read if it has no NDA or belongs to a voucher', async () => {
    const asked: (readonly string[])[] = [];
    const { obligations } = confirmed(async (streams) => {
      asked.push(streams);
      return new Map();
    });
    expect(await obligations.of([withdrawal, settlement])).toEqual([withdrawal, settlement]);
    await obligations.of([refund, refund]);
    expect(asked).toEqual([[ndaStream(NDA_ID)]]);
  });
});
