import type { NdaEvent } from '../../nda/nda.events.js';
import {
  created,
  failed,
  madeInPerson,
  madeRemote,
  party1Signed,
  requested,
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
  it('is whole, as long as it is no longer than any agreement needs', () =>
    expect(entriesOf(created, madeRemote(true), party1Signed()).map(({ revision }) => revision)).toEqual([
      0, 1, 2,
    ]));

  it('can be printed whatever came up often, and keeps the numbers of its entries', () => {
    const often = [madeRemote(true), madeInPerson(false), requested(199), failed({ final: true })];
    const many = Array.from({ length: 400 }, (_, n) => often[n % often.length] ?? created);
    expect(entriesOf(created, ...many, party1Signed()).map(({ revision }) => revision)).toEqual([0, 401]);
  });
});
