import { StreamChanged } from '../../eventsourcing/event-store/postgres/rewrite-stream.js';
import { type Authenticator, BEGINNING } from '../../eventsourcing/trust/authenticate.js';
import type { Trust } from '../../eventsourcing/trust/create-trust.js';
import { parseCore, parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { notBefore } from '../../eventsourcing/journal/event.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import { type Clock, isoNow } from '../../platform/time/clock.js';
import { endingEvent } from './ending-event.js';
import { type FactParts, gatherFacts, type Offered } from './gather-facts.js';
import { planRepair, type RepairPlan } from './plan-repair.js';
import type { Intent, OpenRepair, RepairJournal } from './repair-journal.js';
import type { EventPlace, PastRepairs, RepairRecords } from './repair-records.js';
import type { PlacedPlan, RepairStore } from './repair-store.js';
import type { StreamFacts } from './stream-facts.js';

export interface RepairParts extends FactParts {
  readonly trust: Pick<Trust, 'keys'>;
  readonly authenticator: Pick<Authenticator, 'alone' | 'stream'>;
  readonly store: RepairStore;
  readonly records: Pick<RepairRecords, 'past' | 'restored' | 'ended'>;
  readonly journal: RepairJournal;
  readonly clock: Clock;
  /** Called before a repair takes out events that this service wrote. @throws OperatorError if a backend runs */
  readonly requireNoBackend: () => Promise<void>;
  /** Called before each change. @throws OperatorError if another repair may be under way */
  readonly requireOnly: () => Promise<void>;
}

export interface RepairChoice {
  readonly end: boolean;
  readonly branch: string | undefined;
}

/** A stream as it is, and what a repair would do with it. */
export interface LookedAt {
  readonly stream: string;
  readonly facts: StreamFacts;
  readonly placed: PlacedPlan;
  readonly past: PastRepairs;
  /** True if the repair changes or records something. */
  readonly isRepairable: boolean;
}

/** A repair whose changes are made and recorded. The work that follows from it is not done yet. */
export interface Repaired {
  readonly stream: string;
  /** True if the stream is ended, now or earlier. */
  readonly isEnded: boolean;
  /** Ids of the events that the store had and has no more. */
  readonly gone: readonly string[];
  /** Files that have to be finished after everything else. */
  readonly files: readonly OpenRepair[];
}

/** Number of times that a repair is planned if the stream keeps changing. */
const TRIES = 3;

/** Repairs single streams. */
export class StreamRepair {
  constructor(private readonly parts: RepairParts) {}

  /** Looks at a stream. Changes nothing. @throws EventStoreUnavailable, OperatorError */
  async look(stream: string, offered: Offered, { end, branch }: RepairChoice): Promise<LookedAt> {
    const { store, records, trust } = this.parts;
    const past = await records.past(stream);
    const facts = await gatherFacts(this.parts, stream, offered);
    const plan = planRepair(facts, {
      canRewrite: store.canRewrite,
      end,
      branch,
      chosen: past.chosen,
      ended: past.ended,
      keyNames: trust.keys.names,
    });
    const placed = await store.place(facts, plan);
    const isRepairable = plan.state === 'repairable' || (placed.outOfOrder.length > 0 && isOpen(plan));
    return { stream, facts, placed, past, isRepairable };
  }

  /**
   * Repairs a stream that `look` has read, or finishes a repair of it that was killed. After that the caller
   * does what follows for the rows and the jobs, and calls `finish`.
   * @throws OperatorError if the stream cannot be repaired or is still closed
   */
  async repair(seen: LookedAt, offered: Offered, choice: RepairChoice, reason: string): Promise<Repaired> {
    const { journal } = this.parts;
    const { stream } = seen;
    const begun = [...(await journal.unfinished(stream))];
    let now = seen;
    for (let tries = 1; now.isRepairable; tries += 1) {
      begun.push(await this.begin(now, choice, reason));
      try {
        await this.change(now);
        break;
      } catch (error) {
        if (!(error instanceof StreamChanged) || tries === TRIES) throw error;
        now = await this.look(stream, offered, choice);
      }
    }
    return this.record(now, begun);
  }

  async finish({ files }: Pick<Repaired, 'files'>): Promise<void> {
    for (const file of files) await this.parts.journal.finish(file);
  }

  /** Saves what the repair takes out, before it changes anything. */
  private async begin(
    { stream, facts, placed }: LookedAt,
    choice: RepairChoice,
    reason: string,
  ): Promise<OpenRepair> {
    const { plan, removed, elsewhere, outOfOrder } = placed;
    const [other] = elsewhere;
    if (other !== undefined)
      throw new OperatorError(
        `Event ${other.revision} of ${stream} cannot be put back, because ${other.at.stream} has an event with its id at revision ${other.at.revision}. Repair ${other.at.stream} first.`,
      );
    if (takesOutOwn(facts, plan)) await this.parts.requireNoBackend();
    const claimed = new Map(facts.rows.map(({ event, claimedHash }) => [event, claimedHash ?? '']));
    const moved = new Set(outOfOrder);
    const written = [...plan.putBack, ...plan.events.filter(({ revision }) => moved.has(revision))];
    const intent: Intent = {
      stream,
      reason,
      removed: plan.removed.map(({ event }) => ({
        revision: event.revision,
        hash: claimed.get(event) ?? '',
      })),
      putBack: written.map(placeOf),
      chosen: chosenIn(plan, choice),
      givenUp: plan.givenUp,
      ended: plan.end === undefined ? null : { last: plan.end.last, fault: plan.end.fault },
    };
    return this.parts.journal.begin(intent, removed);
  }

  private async change({ stream, facts, placed }: LookedAt): Promise<void> {
    const { store, clock, trust, requireOnly, requireNoBackend } = this.parts;
    const { end, events } = placed.plan;
    // Much time may have passed since the first look, for instance while events were saved.
    await requireOnly();
    if (takesOutOwn(facts, placed.plan)) await requireNoBackend();
    const ending =
      end?.isMarked === true
        ? endingEvent(stream, end.last, {
            at: notBefore(isoNow(clock), timeOf(events.at(-1))),
            keys: trust.keys,
          })
        : undefined;
    await store.apply(facts, placed, ending);
  }

  private async record({ stream, placed, past }: LookedAt, begun: readonly OpenRepair[]): Promise<Repaired> {
    const { authenticator, records, log } = this.parts;
    const stored = await log.readStream(stream);
    // A reader with a memory would miss the events that this repair took out.
    const { events, last, untrusted } = await authenticator.stream(stream, stored, BEGINNING);
    const current = new Set(
      events.map(({ metadata, revision }) =>
        placeName({ revision, hash: parseMetadata({ stream, revision, metadata }).hash }),
      ),
    );
    const intents = begun.map(({ intent }) => intent);
    const removed = union(intents.flatMap((one) => one.removed)).filter(
      (place) => !current.has(placeName(place)),
    );
    const putBack = union(intents.flatMap((one) => one.putBack)).filter((place) =>
      current.has(placeName(place)),
    );
    const reason = intents.at(-1)?.reason ?? '';
    // A run that was killed may have chosen another branch. The events that gave way to that branch count now.
    const choice = intents.findLast((one) => one.chosen !== null && current.has(placeName(one.chosen)));
    const chosen = choice?.chosen ?? null;
    const givenUp = (choice?.givenUp ?? []).filter((place) => !current.has(placeName(place)));
    const end =
      placed.plan.end ??
      (untrusted?.fault === 'ended' ? intents.findLast(({ ended }) => ended)?.ended : undefined);
    if (removed.length + putBack.length + givenUp.length > 0)
      await records.restored({
        stream,
        removed,
        putBack,
        chosen,
        givenUp,
        last: last.revision < 0 ? null : last,
        reason,
      });
    if (end && (past.ended === undefined || end.fault !== 'ended'))
      await records.ended({ stream, last: end.last, fault: end.fault, reason });
    const isEnded = end !== undefined || past.ended !== undefined || untrusted?.fault === 'ended';
    if (untrusted !== undefined && !isEnded)
      throw new OperatorError(
        `${stream} is still closed at event ${untrusted.revision} (${untrusted.fault}), although it was repaired. Run the command again; if that does not help, report it with its output.`,
      );
    const ids = new Set(stored.map(({ id }) => id));
    const gone = placed.removed.map(({ id }) => id).filter((id) => !ids.has(id));
    return { stream, isEnded, gone, files: begun };
  }
}

const isOpen = ({ state }: RepairPlan): boolean =>
  state === 'whole' || state === 'ended' || state === 'repairable';

const timeOf = (event: RepairPlan['events'][number] | undefined): string | null => {
  if (event === undefined) return null;
  const unplaced = { ...event.event, stream: '', revision: event.revision };
  return parseCore(unplaced, parseMetadata(unplaced).core).at;
};

const placeOf = ({ revision, hash }: EventPlace): EventPlace => ({ revision, hash });

/** The event by which the operator chose a branch. It is recorded, so the choice holds for later repairs. */
function chosenIn({ events, givenUp }: RepairPlan, { branch }: RepairChoice): EventPlace | null {
  if (branch === undefined) return null;
  const chosen = events.find(
    ({ revision, hash }) => hash.startsWith(branch) && givenUp.some((one) => one.revision === revision),
  );
  return chosen === undefined ? null : placeOf(chosen);
}

/**
 * True if the repair takes out events that this service wrote. A backend that has read them could append
 * behind them.
 */
function takesOutOwn({ rows, traces, leaves }: StreamFacts, { removed, events }: RepairPlan): boolean {
  const kept = new Set(events.map(({ hash }) => hash));
  const gone = new Set(removed);
  // An adopted event has no MAC of a key that counts. It is authenticated by its leaf.
  const leafed = new Set(leaves.flatMap(({ isProven, hash }) => (isProven ? [hash] : [])));
  return traces.some(({ origin, isMarked, event, hash }) => {
    const row = origin.kind === 'stored' ? rows[origin.row] : undefined;
    const isOwn = isMarked || row?.fault === undefined || leafed.has(hash);
    return row !== undefined && isOwn && event !== undefined && !kept.has(hash) && gone.has(row);
  });
}

const placeName = ({ revision, hash }: EventPlace): string => `${revision} ${hash}`;

const union = (places: readonly EventPlace[]): readonly EventPlace[] =>
  [...new Map(places.map((place) => [placeName(place), place])).values()].toSorted(
    (one, other) => one.revision - other.revision,
  );
