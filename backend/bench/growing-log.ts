import { DAY_MS, PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import { createHash } from 'node:crypto';
import type { Infrastructure } from '#src/app/infrastructure';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import type { CommandContext, NewEvent } from '#src/eventsourcing/journal/event';
import { ndaStream, type NdaEvent, type NdaPersonal } from '#src/nda/nda.events';
import { erased, holdSet, keyDestroyed } from '#src/nda/testing/samples';
import { voucherStream } from '#src/voucher/voucher.events';
import { issued, redeemed } from '#src/voucher/testing/samples';
import { contextNow, trueNda } from './true-ndas.js';

/** What stands in the log of a service after years: all but the drafts of the last month is over. */

const WRITERS = 32;
/** A service that makes an agreement every ten minutes. */
const APART_MS = 600_000;
/** Drafts are older than a day, so that none is new, and younger than a month, after which retention takes them. */
const DRAFTS_MS = 28 * DAY_MS;
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
  await writing.vault.destroyKey(nda.stream, { at: new Date(Date.now() - ageMs).toISOString() });
  return written;
}

async function paidByVoucher(writing: Writing, nda: Nda, ageMs: number): Promise<number> {
  const voucherId = createHash('sha256').update(nda.id).digest('hex');
  const voucher = await append(writing, voucherStream(voucherId), [issued, redeemed(nda.id)], ageMs);
  const { created, signed, inviting, ending } = nda.acts;
  const open = { party: 1, covered: PRICE_FOR_BOTH, voucherId } as const;
  const applied: NdaEvent = { type: 'VoucherApplied', open, personal: { voucherCode: 'NDA-ABCD-EFGH' } };
  return (
    voucher + (await append(writing, nda.stream, [created, signed, applied, ...inviting, ...ending], ageMs))
  );
}

const draftAge = (ageMs: number): number => DAY_MS + (ageMs % DRAFTS_MS);

const draft = (writing: Writing, { stream, acts }: Nda, ageMs: number): Promise<number> =>
  append(writing, stream, [acts.created], draftAge(ageMs));

/** A draft that gave way to another one, which waits for Party 2. */
async function replaced(writing: Writing, { id, stream, acts }: Nda, ageMs: number): Promise<number> {
  const successor = trueNda(CREATOR, { replaces: id });
  const gaveWay: NdaEvent = {
    type: 'NdaDiscarded',
    open: { replacedBy: successor.id, reason: 'replaced' },
  };
  const { created, signed } = successor.acts;
  return (
    (await append(writing, stream, [acts.created, gaveWay], draftAge(ageMs))) +
    (await append(writing, successor.stream, [created, signed], draftAge(ageMs)))
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

/**
 * Of twelve agreements five are sent, one of them by voucher; three are erased, two of them drafts; two wait for
 * Party 2, one of them in the place of another draft; one was given up while it was paid; one is a draft.
 */
const FATES: readonly Fate[] = [
  ends(sent),
  isGone(({ acts }) => [acts.created]),
  ends(sent),
  ends(abandoned),
  ends(({ acts }) => [acts.created, acts.signed]),
  isGone(({ acts }) => [acts.created]),
  ends(sent),
  draft,
  paidByVoucher,
  replaced,
  isGone(sent),
  ends(sent),
];

/** Of an agreement in this mix. */
export const GROWN_EVENTS_EACH = 12;

/**
 * Fills the log of `have` events up to `wanted`, through the journal. @returns how many there are now
 * @param named what the nth agreement calls itself and its parties; all alike by default
 */
export async function growTo(
  writing: Writing,
  have: number,
  wanted: number,
  named: (n: number) => Partial<NdaPersonal> = () => ({}),
): Promise<number> {
  let events = have;
  let count = Math.round(have / GROWN_EVENTS_EACH);
  const write = async (): Promise<void> => {
    while (events < wanted) {
      count += 1;
      const fate = FATES[count % FATES.length];
      const nda = trueNda(CREATOR, { personal: named(count) });
      const written = await fate?.(writing, nda, count * APART_MS);
      // Not before: meanwhile others add theirs.
      events += written ?? 0;
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
  let count = 0;
  const write = async (): Promise<void> => {
    while (count < due + held) {
      count += 1;
      const nda = trueNda(CREATOR);
      const events = count <= held ? [nda.acts.created, holdSet] : [nda.acts.created];
      await append(writing, ndaStream(nda.id), events, count <= held ? 90 * DAY_MS : 60 * DAY_MS);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
