import { agreementProjection } from '#src/agreements/agreement.projection';
import type { Infrastructure } from '#src/app/infrastructure';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import type { StreamHead } from '#src/eventsourcing/journal/journal';
import type { ReadYourWrites } from '#src/eventsourcing/projections/projection';
import type { NdaEvent } from '#src/nda/nda.events';
import { type Agreement, contextAt, putFiles, undisturbed } from './agreements.js';
import { runAtRate } from './load.js';

export interface ActLoad {
  /** The number of events per second, not of acts. */
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Visibility {
  /** Milliseconds from the moment at which an act was due until it was visible. */
  readonly visible: number[];
  events: number;
}

/** An agreement in progress: the head of its stream, and the acts that are still to come. */
interface AgreementInProgress {
  readonly agreement: Agreement;
  readonly acts: (readonly NdaEvent[])[];
  head: StreamHead;
}

/**
 * Number of agreements in progress at once. At 200 events a second, each agreement gets about three acts a
 * second.
 */
const AGREEMENTS_IN_PROGRESS = 40;
/** The bench also checks the row itself for every tenth act that was reported as visible. */
const CHECK_EACH = 10;
const SEEN_WITHIN_MS = 10_000;

function begun(): AgreementInProgress {
  const { agreement, acts } = undisturbed();
  const head = { stream: agreement.stream, revision: -1, hash: NO_HASH, at: null };
  return { agreement, acts: [...acts], head };
}

/**
 * Acts on agreements at a steady rate. Measures for each act how long it takes until this backend's readers
 * see the act.
 */
export async function actAtRate(
  infrastructure: Pick<Infrastructure, 'journal' | 'blobs' | 'pool'>,
  readers: ReadYourWrites,
  { perSecond, seconds }: ActLoad,
): Promise<Visibility> {
  const seen: Visibility = { visible: [], events: 0 };
  const idle = Array.from({ length: AGREEMENTS_IN_PROGRESS }, begun);
  let weight = 1;
  const act = async (due: number, n: number): Promise<void> => {
    const [life = begun()] = idle.splice(Math.floor(Math.random() * idle.length), 1);
    const events = life.acts.shift() ?? [];
    weight = events.length;
    const last = (await infrastructure.journal.append(life.head, events, contextAt())).at(-1);
    if (last === undefined) throw new Error('nothing was appended');
    const { id, stream } = life.agreement;
    if (!(await readers.waitFor(agreementProjection.name, id, last.revision, SEEN_WITHIN_MS)))
      throw new Error('never became visible');
    seen.visible.push(performance.now() - due);
    seen.events += events.length;
    if (n % CHECK_EACH === 0) await assertRow(infrastructure, id, last.revision);
    if (last.revision === 0) await putFiles(infrastructure, life.agreement);
    life.head = { stream, revision: last.revision, hash: last.hash, at: last.at };
    idle.push(life.acts.length === 0 ? begun() : life);
  };
  await runAtRate(perSecond, seconds, act, () => weight);
  return seen;
}

/** Checks that an act that was reported as visible is in the row, where every reader sees it. */
async function assertRow(
  { pool }: Pick<Infrastructure, 'pool'>,
  id: string,
  revision: number,
): Promise<void> {
  const { rows } = await pool.query<{ revision: number }>('SELECT revision FROM ndas WHERE id = $1', [id]);
  if ((rows[0]?.revision ?? -1) < revision)
    throw new Error(`row ${id} was reported at revision ${revision} but has not reached it`);
}
