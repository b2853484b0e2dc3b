import { oneOfEach } from '../../nda/testing/sample-histories.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import {
  addressCorrected,
  completed,
  created,
  failed,
  invitationSent,
  madeInPerson,
  madeRemote,
  ownAddressCorrected,
  paid,
  party1Signed,
  party2Signed,
  personal,
  requested,
  voucherApplied,
} from '../../nda/testing/samples.js';
import { recorded } from '../../eventsourcing/journal/testing/recorded.js';
import { auditEntries } from './audit-entries.js';

const entriesOf = (...events: readonly NdaEvent[]) =>
  auditEntries(
    events.map((event, revision) =>
      recorded(event, { stream: 'nda', revision, at: '2026-11-12T10:00:00.000Z' }),
    ),
    'de',
  );

describe('the printed history', () => {
  it('shows the shortened address of each act, or that it is unknown', () => {
    const at = (ip: string | null | undefined) => {
      const event = recorded(party1Signed({}), {
        stream: 'nda',
        revision: 0,
        at: '2026-11-12T10:00:00.000Z',
      });
      const origin = ip === undefined ? undefined : { ip, userAgent: 'Firefox' };
      return auditEntries([{ ...event, origin }], 'de')[0]?.ip;
    };
    expect(at('203.0.113.77')).toBe('203.0.113.x');
    expect(at(null)).toBeNull();
    expect([at(undefined), at('no address')]).toEqual([undefined, undefined]);
  });

  it('shows the events that concern the agreement, with their numbers in the log', () => {
    const entries = entriesOf(
      created,
      madeRemote(true),
      madeInPerson(false),
      party1Signed({ signatureKind: 'typed' }),
      requested(199),
      failed({ final: true }),
      party2Signed({ signatureKind: null }),
      completed,
      paid(199),
    );
    expect(entries.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 6, 7, 8]);
    expect(entries[3]?.what).toContain('Name getippt');
    expect(entries[4]?.what).not.toMatch(/gezeichnet|getippt/);
    expect(entries.at(-1)?.what).toBe('Bezahlt (Angabe des Dienstes)');
  });

  it('shows the address of either party, before and after a correction', () => {
    const [, own, others] = entriesOf(created, ownAddressCorrected(), addressCorrected());
    expect(own?.what).toBe(
      `E-Mail-Adresse der offenlegenden Partei geändert: al@example.org (zuvor ${personal.party1Email})`,
    );
    expect(others?.what).toBe(
      `E-Mail-Adresse der empfangenden Partei geändert: cb@example.org (zuvor ${personal.party2Email})`,
    );
  });

  it('says that the fate of an invitation is unknown, and nothing about an accepted one', () => {
    const unknown: NdaEvent = { ...invitationSent, open: { ...invitationSent.open, fate: 'unknown' } };
    const entries = entriesOf(created, invitationSent, unknown);
    expect(entries.map(({ revision }) => revision)).toEqual([0, 2]);
    expect(entries[1]?.what).toBe(
      'Einladung abgeschickt; ob ein Mailserver sie angenommen hat, ist nicht bekannt',
    );
  });

  it('says once that the NDA is paid, but neither how nor how much', () => {
    const entries = entriesOf(created, paid(199), voucherApplied(199));
    expect(entries.map(({ revision }) => revision)).toEqual([0, 2]);
    expect(JSON.stringify(entries)).not.toMatch(/Gutschein|Voucher|1,99/i);
  });

  it('is short no matter how often the signing mode was changed, and says how often', () => {
    const changes = Array.from({ length: 3_000 }, (_, n) =>
      n % 2 === 0 ? madeRemote(true) : madeInPerson(false),
    );
    const entries = entriesOf(created, party1Signed(), ...changes, party2Signed(), completed, paid(199));
    expect(entries.map(({ revision }) => revision)).toEqual([0, 1, 3_001, 3_002, 3_003, 3_004]);
    expect(entries[2]?.what).toBe(
      'Die empfangende Partei unterschreibt am selben Bildschirm; weitere dieser Art davor: 2999',
    );
  });

  it('omits everything else', () => {
    const printed = Object.values(oneOfEach).flatMap((event) =>
      entriesOf(event).length > 0 ? event.type : [],
    );
    expect(printed.toSorted()).toEqual([
      'InvitationOpened',
      'NdaCompleted',
      'NdaCreated',
      'Party1AddressCorrected',
      'Party1Signed',
      'Party2AddressCorrected',
      'Party2Invited',
      'Party2Signed',
      'PaymentSucceeded',
      'SigningMadeInPerson',
      'SigningMadeRemote',
      'VoucherApplied',
    ]);
  });
});
