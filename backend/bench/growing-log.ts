import { DAY_MS, PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import type { Infrastructure } from '#src/app/infrastructure';
import type { NewEvent } from '#src/eventsourcing/journal/event';
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
  putFiles,
  sha256,
  SIGNED,
  write,
  writeEach,
} from './agreements.js';

// The log of a service after years: nothing is in progress except the drafts of the last month.

/** Milliseconds between two agreements: the service makes one every ten minutes. */
const APART_MS = 600_000;
/**
 * Range of the drafts' ages in milliseconds. Drafts are older than a day, so that none is new. They are
 * younger than a month, because retention erases older drafts.
 */
const DRAFTS_MS = 28 * DAY_MS;

/** Size of a signature's picture. It is small, so that a long log is written in minutes. */
const SIGNATURE_BYTES = 100;

const ALL = { creator: sha256('growth'), signatureBytes: SIGNATURE_BYTES };

type Writing = Pick<Infrastructure, 'journal' | 'vault' | 'blobs'>;

/** One of the streams that an agreement leaves behind. */
interface Story {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  /** The agreement whose files are stored; absent for the stream of a voucher. */
  readonly of?: Agreement;
  readonly isDraft?: boolean;
}
type Fate = (made: Agreement) => readonly Story[];

const upTo =
  (count?: number, ...then: readonly NdaEvent[]): Fate =>
  (of) => [{ stream: of.stream, events: [...of.events.slice(0, count), ...then], of }];

const asDraft =
  (fate: Fate): Fate =>
  (made) =>
    fate(made).map((story) => ({ ...story, isDraft: true }));

const abandoned: Fate = (made) =>
  upTo(OPEN, failed({ paymentIntentId: `pi_${made.id}`, code: 'cancelled', final: true }))(made);

const paidByVoucher: Fate = (of) => {
  const { id, stream, events } = of;
  const voucherId = sha256(id);
  const applied = voucherApplied(PRICE_FOR_BOTH, { voucherId });
  return [
    { stream: voucherStream(voucherId), events: [issued, redeemed(id)] },
    { stream, events: [...events.slice(0, SIGNED), applied, ...events.slice(PAID)], of },
  ];
};

/** A draft, and the agreement that replaced it. The replacing agreement waits for Party 2. */
const replaced: Fate = (made) => {
  const successor = agreement({ ...ALL, replaces: made.id });
  const gaveWay: NdaEvent = { type: 'NdaDiscarded', open: { replacedBy: successor.id, reason: 'replaced' } };
  return [...upTo(1, gaveWay)(made), ...upTo(SIGNED)(successor)];
};

const sent = upTo();
/**
 * The outcomes of twelve agreements. Five are sent, one of them paid by voucher. Three are erased, two of
 * them as drafts. Two wait for Party 2, one of them having replaced another draft. One has an abandoned
 * payment. One is a draft.
 */
const FATES: readonly Fate[] = [
  sent,
  upTo(1, erased, keyDestroyed),
  sent,
  abandoned,
  upTo(SIGNED),
  upTo(1, erased, keyDestroyed),
  sent,
  asDraft(upTo(1)),
  paidByVoucher,
  asDraft(replaced),
  upTo(undefined, erased, keyDestroyed),
  sent,
];

/** Average number of events per agreement in this mix. */
export const GROWN_EVENTS_EACH = 12;

async function tell(writing: Writing, story: Story, ageMs: number): Promise<number> {
  const { stream, events, of, isDraft } = story;
  const context = contextAt(isDraft === true ? DAY_MS + (ageMs % DRAFTS_MS) : ageMs);
  const written = await write(writing, stream, events, context);
  // The first event creates the key with which files are sealed.
  if (of !== undefined) await putFiles(writing, of, events);
  if (events.at(-1) === keyDestroyed) await writing.vault.destroyKey(stream, { at: context.at });
  return written;
}

/**
 * Appends events through the journal to a log that has `have` events, until the log has `wanted` events.
 * @param named returns title and parties of the nth agreement; by default all agreements have the same title
 * and parties
 * @returns the number of events that the log has now
 */
export async function growTo(
  writing: Writing,
  have: number,
  wanted: number,
  named: (n: number) => Partial<NdaPersonal> = () => ({}),
): Promise<number> {
  let events = have;
  const before = Math.round(have / GROWN_EVENTS_EACH) + 1;
  const one = async (n: number): Promise<void> => {
    const count = before + n;
    const fate = FATES[count % FATES.length] ?? sent;
    for (const story of fate(agreement({ ...ALL, personal: named(count) }))) {
      const written = await tell(writing, story, count * APART_MS);
      // `written` is added only after the `await`, because other writers change `events` during the `await`.
      events += written;
    }
  };
  await writeEach(() => events < wanted, one);
  return events;
}

/** Writes drafts whose retention period is over. The oldest of these drafts are on legal hold. */
export const writeOldDrafts = (
  writing: Writing,
  { due, held }: { due: number; held: number },
): Promise<void> =>
  writeEach(
    (n) => n < due + held,
    async (n) => {
      const [first, age] = n < held ? [upTo(1, holdSet), 90] : [upTo(1), 60];
      for (const story of first(agreement(ALL))) await tell(writing, story, age * DAY_MS);
    },
  );
