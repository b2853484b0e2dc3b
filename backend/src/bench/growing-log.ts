import { createHash } from 'node:crypto';
import type { Infrastructure } from '../app/infrastructure.js';
import { NO_HASH } from '../eventsourcing/journal/chain.js';
import type { CommandContext, NewEvent } from '../eventsourcing/journal/event.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import { erased, holdSet, keyDestroyed } from '../nda/testing/samples.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { issued, redeemed } from '../voucher/testing/samples.js';
import { contextNow, trueNda } from './true-ndas.js';

/** What stands in the log of a service after years: everything is over, one way or the other. */

const WRITERS = 32;
const MINUTE_MS = 60_000;
/** A service that makes an agreement every ten minutes. */
const APART_MS = 10 * MINUTE_MS;
const CREATOR = createHash('sha256').update('growth').digest('hex');

type Writing = Pick<Infrastructure, 'journal' | 'vault'>;
type Nda = ReturnType<typeof trueNda>;

const contextAt = (ageMs: number): CommandContext => ({
  ...contextNow(),
  at: new Date(Date.now() - ageMs).toISOString(),
});

async function append(
  { journal }: Writing,
  stream: string,
  events: readonly NewEvent[],
  ageMs: number,
): Promise<number> {
  await journal.append({ stream, revision: -1, hash: NO_HASH, at: null }, events, contextAt(ageMs));
  return events.length;
}

const sent = ({ acts }: Nda): NdaEvent[] => [
  acts.created,
  acts.signed,
  ...acts.paying,
  ...acts.inviting,
  ...acts.ending,
];

const abandoned = ({ id, acts }: Nda): NdaEvent[] => [
  acts.created,
  acts.signed,
  ...acts.paying.slice(0, 2),
  {
    type: 'PaymentFailed',
    open: { party: 1, attempt: 1, paymentIntentId: `pi_${id}`, code: 'cancelled', final: true },
  },
];

async function gone(writing: Writing, nda: Nda, events: readonly NdaEvent[], ageMs: number): Promise<number> {
  const written = await append(writing, nda.stream, [...events, erased, keyDestroyed], ageMs);
  await writing.vault.destroyKey(nda.stream, new Date(Date.now() - ageMs).toISOString());
  return written;
}

async function paidByVoucher(writing: Writing, nda: Nda, ageMs: number): Promise<number> {
  const voucherId = createHash('sha256').update(nda.id).digest('hex');
  const voucher = await append(writing, voucherStream(voucherId), [issued, redeemed(nda.id)], ageMs);
  const { created, signed, inviting, ending } = nda.acts;
  const open = { party: 1, covered: 398, voucherId } as const;
  const applied: NdaEvent = { type: 'VoucherApplied', open, personal: { voucherCode: 'NDA-ABCD-EFGH' } };
  return (
    voucher + (await append(writing, nda.stream, [created, signed, applied, ...inviting, ...ending], ageMs))
  );
}

type Fate = (writing: Writing, nda: Nda, ageMs: number) => Promise<number>;
const ends =
  (events: (nda: Nda) => readonly NdaEvent[]): Fate =>
  (writing, nda, ageMs) =>
    append(writing, nda.stream, events(nda), ageMs);
const isGone =
  (events: (nda: Nda) => readonly NdaEvent[]): Fate =>
  (writing, nda, ageMs) =>
    gone(writing, nda, events(nda), ageMs);

/** Of ten agreements five are sent, one of them by voucher; three are erased, two of them drafts. */
const FATES: readonly Fate[] = [
  ends(sent),
  isGone(({ acts }) => [acts.created]),
  ends(sent),
  ends(abandoned),
  ends(({ acts }) => [acts.created, acts.signed]),
  isGone(({ acts }) => [acts.created]),
  ends(sent),
  paidByVoucher,
  isGone(sent),
  ends(sent),
];

/** Fills the log of `have` events up to `wanted`, through the journal. @returns how many there are now */
export async function growTo(writing: Writing, have: number, wanted: number): Promise<number> {
  let events = have;
  let count = Math.round(have / 13);
  const write = async (): Promise<void> => {
    while (events < wanted) {
      count += 1;
      const fate = FATES[count % FATES.length];
      events += (await fate?.(writing, trueNda(CREATOR), count * APART_MS)) ?? 0;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return events;
}

/** Drafts whose time is over, and some that are held, the oldest of all. */
export async function writeOldDrafts(
  writing: Writing,
  { due, held }: { readonly due: number; readonly held: number },
): Promise<void> {
  const day = 24 * 60 * MINUTE_MS;
  let count = 0;
  const write = async (): Promise<void> => {
    while (count < due + held) {
      count += 1;
      const nda = trueNda(CREATOR);
      const events = count <= held ? [nda.acts.created, holdSet] : [nda.acts.created];
      await append(writing, ndaStream(nda.id), events, count <= held ? 90 * day : 60 * day);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
