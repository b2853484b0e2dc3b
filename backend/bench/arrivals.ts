import type { Infrastructure } from '#src/app/infrastructure';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import type { StreamHead } from '#src/eventsourcing/journal/journal';
import type { ReadYourWrites } from '#src/eventsourcing/projections/projection';
import { agreementProjection } from '#src/agreements/agreement.projection';
import { contextNow, putSignatures, type TrueNda, undisturbedNda } from './true-ndas.js';

export interface ArrivalOptions {
  /** Events, not appends. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Seconds before, at the same rate, that do not count. */
  readonly warmUpSeconds: number;
}

/** Milliseconds from the moment an append was due. */
export interface Seen {
  readonly stored: number[];
  readonly visible: number[];
  readonly events: number;
}

/** An NDA on its way: where its stream ends, and what comes next. */
interface Life {
  readonly nda: TrueNda;
  head: StreamHead;
  next: number;
  busy: boolean;
}

/** NDAs under way at once: each is acted on five times a second or so at 200 events/s. */
const LIVES = 40;
/** Every so many-th append the row itself is read after it was reported visible. */
const CHECK_EACH = 10;
const SEEN_WITHIN_MS = 10_000;

type Store = Pick<Infrastructure, 'journal' | 'blobs' | 'pool'>;

/** What is begun at its time: how many events, and the end of it. */
interface Begun {
  readonly done: Promise<void>;
  readonly events: number;
}

/**
 * Acts arrive by themselves (Poisson), whether or not those before are through, and every time counts from
 * when the act was due: a backend that stalls cannot hide it by also stalling whoever measures. Resolves when
 * all are through.
 */
export async function arriving(
  perSecond: number,
  seconds: number,
  act: (due: number) => Begun,
): Promise<void> {
  const under: Promise<void>[] = [];
  const end = performance.now() + seconds * 1000;
  for (let due = performance.now(); due < end; ) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    else await new Promise((resolve) => setImmediate(resolve));
    const { done, events } = act(due);
    under.push(done);
    // Told at the end, by whom waits for all: what fails before that is no end of the process.
    done.catch(() => undefined);
    due += (-Math.log(1 - Math.random()) * events * 1000) / perSecond;
  }
  await Promise.all(under);
}

/** Acts on NDAs, each measured until this backend's readers see it. */
export async function appendAtRate(
  store: Store,
  readers: ReadYourWrites,
  options: ArrivalOptions,
): Promise<Seen> {
  const arrivals = new Arrivals(store, readers);
  await arrivals.run(options.perSecond, options.warmUpSeconds);
  arrivals.forget();
  await arrivals.run(options.perSecond, options.seconds);
  return arrivals.seen();
}

class Arrivals {
  private readonly lives = Array.from({ length: LIVES }, newLife);
  private stored: number[] = [];
  private visible: number[] = [];
  private events = 0;
  private appends = 0;

  constructor(
    private readonly store: Store,
    private readonly readers: ReadYourWrites,
  ) {}

  run(perSecond: number, seconds: number): Promise<void> {
    return arriving(perSecond, seconds, (due) => this.act(due));
  }

  forget(): void {
    this.stored = [];
    this.visible = [];
    this.events = 0;
  }

  seen(): Seen {
    return { stored: this.stored, visible: this.visible, events: this.events };
  }

  private act(due: number): Begun {
    const idle = this.lives.filter(({ busy }) => !busy);
    const life = idle[Math.floor(Math.random() * idle.length)] ?? newLife();
    const events = life.nda.appends[life.next] ?? [];
    life.busy = true;
    return { done: this.append(life, events, due), events: events.length };
  }

  private async append(life: Life, events: TrueNda['appends'][number], due: number): Promise<void> {
    const recorded = await this.store.journal.append(life.head, events, contextNow());
    const stored = performance.now();
    const last = recorded.at(-1);
    if (last === undefined) throw new Error('nothing was appended');
    const { id, stream } = life.nda;
    if (!(await this.readers.waitFor(agreementProjection.name, id, last.revision, SEEN_WITHIN_MS)))
      throw new Error('never became visible');
    this.visible.push(performance.now() - due);
    this.stored.push(stored - due);
    this.events += events.length;
    this.appends += 1;
    if (this.appends % CHECK_EACH === 0) await this.check(id, last.revision);
    if (life.next === 0) await putSignatures(this.store, life.nda);
    life.head = { stream, revision: last.revision, hash: last.hash, at: last.at };
    life.next += 1;
    if (life.next === life.nda.appends.length) this.lives[this.lives.indexOf(life)] = newLife();
    life.busy = false;
  }

  /** What was reported visible must be so to everybody. */
  private async check(id: string, revision: number): Promise<void> {
    const { rows } = await this.store.pool.query<{ revision: number }>(
      'SELECT revision FROM ndas WHERE id = $1',
      [id],
    );
    if ((rows[0]?.revision ?? -1) < revision)
      throw new Error(`row ${id} was reported at revision ${revision} and is not`);
  }
}

function newLife(): Life {
  const nda = undisturbedNda();
  return { nda, head: { stream: nda.stream, revision: -1, hash: NO_HASH, at: null }, next: 0, busy: false };
}
