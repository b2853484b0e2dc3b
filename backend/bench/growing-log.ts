import { DAY_MS, PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import type { Infrastructure } from '#src/app/infrastructure';
import type { NdaEvent, NdaPersonal } from '#src/nda/nda.events';
import { erased, failed, holdSet, keyDestroyed, voucherApplied } from '#src/nda/testing/samples';
import { issued, redeemed } from '#src/voucher/testing/samples';
import { voucherStream } from '#src/voucher/voucher.events';
import {
  type Agreement,
  agreement,
  contextAt,
  OPEN,
  PAID,
  sha256,
  SIGNED,
  write,
  writeEach,
} from './agreements.js';

/** What stands in the log of a service after years: all but the drafts of the last month is over. */

/** A service that makes an agreement every ten minutes. */
const APART_MS = 600_000;
/** Drafts are older than a day, so that none is new, and younger than a month, after which retention takes them. */
const DRAFTS_MS = 28 * DAY_MS;
const CREATOR = sha256('growth');

type Writing = Pick<Infrastructure, 'journal' | 'vault'>;
/** What becomes of an agreement. @returns how many events */
type Fate = (writing: Writing, made: Agreement, ageMs: number) => Promise<number>;

const upTo =
  (count?: number, ...then: readonly NdaEvent[]): Fate =>
  (writing, { stream, events }, ageMs) =>
    write(writing, stream, [...events.slice(0, count), ...then], contextAt(ageMs));

const goneAfter =
  (count?: number): Fate =>
  async (writing, made, ageMs) => {
    const written = await upTo(count, erased, keyDestroyed)(writing, made, ageMs);
    await writing.vault.destroyKey(made.stream, { at: contextAt(ageMs).at });
    return written;
  };

const abandoned: Fate = (writing, made, ageMs) => {
  const over = failed({ paymentIntentId: `pi_${made.id}`, code: 'cancelled', final: true });
  return upTo(OPEN, over)(writing, made, ageMs);
};

const paidByVoucher: Fate = async (writing, { id, stream, events }, ageMs) => {
  const voucherId = sha256(id);
  const context = contextAt(ageMs);
  const voucher = await write(writing, voucherStream(voucherId), [issued, redeemed(id)], context);
  const applied = voucherApplied(PRICE_FOR_BOTH, { voucherId });
  const all = [...events.slice(0, SIGNED), applied, ...events.slice(PAID)];
  return voucher + (await write(writing, stream, all, context));
};

const draftAge = (ageMs: number): number => DAY_MS + (ageMs % DRAFTS_MS);

const draft: Fate = (writing, made, ageMs) => upTo(1)(writing, made, draftAge(ageMs));

/** A draft that gave way to another one, which waits for Party 2. */
const replaced: Fate = async (writing, made, ageMs) => {
  const successor = agreement({ creator: CREATOR, replaces: made.id });
  const gaveWay: NdaEvent = {
    type: 'NdaDiscarded',
    open: { replacedBy: successor.id, reason: 'replaced' },
  };
  const written = await upTo(1, gaveWay)(writing, made, draftAge(ageMs));
  return written + (await upTo(SIGNED)(writing, successor, draftAge(ageMs)));
};

const sent = upTo();
/**
 * Of twelve agreements five are sent, one of them by voucher; three are erased, two of them drafts; two wait for
 * Party 2, one of them in the place of another draft; one was given up while it was paid; one is a draft.
 */
const FATES: readonly Fate[] = [
  sent,
  goneAfter(1),
  sent,
  abandoned,
  upTo(SIGNED),
  goneAfter(1),
  sent,
  draft,
  paidByVoucher,
  replaced,
  goneAfter(),
  sent,
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
  const before = Math.round(have / GROWN_EVENTS_EACH) + 1;
  await writeEach(
    () => events < wanted,
    async (n) => {
      const count = before + n;
      const fate = FATES[count % FATES.length] ?? sent;
      const made = agreement({ creator: CREATOR, personal: named(count) });
      const written = await fate(writing, made, count * APART_MS);
      // Not before: meanwhile others add theirs.
      events += written;
    },
  );
  return events;
}

/** Drafts whose time is over, and some that are held, the oldest of all. */
export const writeOldDrafts = (
  writing: Writing,
  { due, held }: { due: number; held: number },
): Promise<void> =>
  writeEach(
    (n) => n < due + held,
    (n) => {
      const old = n < held ? upTo(1, holdSet) : upTo(1);
      return old(writing, agreement({ creator: CREATOR }), (n < held ? 90 : 60) * DAY_MS);
    },
  );
