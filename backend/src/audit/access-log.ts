import type { Role } from '@siegel/contracts/enums';
import { LRUCache } from 'lru-cache';
import {
  type AccessCommand,
  accessDecider,
  type AccessState,
  type RecordReading,
} from './model/access.decider.js';
import { type AccessEvent, accessStream, type SessionEnd } from './model/access.events.js';
import { evolveSession, isLiveSession, INITIAL_SESSION_STATE } from './model/session-state.js';
import { EventStoreUnavailable, WrongExpectedRevision } from '../eventsourcing/event-store/event-store.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { type CommandContext, notBefore } from '../eventsourcing/journal/event.js';
import { StreamNotUnderstood } from '../eventsourcing/commands/stream-not-understood.js';
import type { Journal, StreamHead } from '../eventsourcing/journal/journal.js';
import { CurrentStates, type StateFold } from '../eventsourcing/states/current-states.js';
import type { RecordedSession, SessionRecords } from '../http/callers/session-records.js';

/** Maximum number of sessions whose state and stream head are kept in memory. */
const REMEMBERED = 100;
/**
 * Maximum number of commands of one session that wait for each other. Each further command gets 503 with
 * `Retry-After`.
 */
const WAITING_MAX = 64;
const CONFLICTS_MAX = 10;

interface Kept {
  readonly head: StreamHead;
  readonly state: AccessState;
}

export interface AccessLogParts {
  readonly journal: Pick<Journal, 'load' | 'append' | 'decode'>;
  readonly log: Pick<TrustedLog, 'ends' | 'load' | 'placeIn' | 'isClosed' | 'hasSeen'>;
  /** Throws if nothing new may be recorded now. */
  readonly assertMayRecord: () => void;
}

/** The state of a session is small, however many readings it has, so only the number of states is limited. */
const STATES_KEPT = { states: 1000, bytes: Number.MAX_SAFE_INTEGER };
const SESSION_FOLD: StateFold<RecordedSession, AccessEvent> = {
  initial: { ...INITIAL_SESSION_STATE, isUnderstood: true, isClosed: false },
  evolve: (life, event) =>
    event.unknown ? { ...life, isUnderstood: false } : { ...life, ...evolveSession(life, event) },
};

type Reading = Omit<RecordReading, 'type'>;

/**
 * Records the beginning and the end of each session (rule:sessions-end). Also records which personal data the
 * admin or the auditor is about to see (rule:readings-are-recorded). A session may have readings all day. Its
 * stream is therefore not read from the first event each time. Instead, the folded state is kept in memory,
 * and only events that other backends appended are read.
 */
export class AccessLog implements SessionRecords {
  private readonly kept = new LRUCache<string, Kept>({ max: REMEMBERED });
  private readonly turns = new Map<string, { last: Promise<void>; count: number }>();
  private readonly sessionStates: CurrentStates<RecordedSession, AccessEvent>;

  constructor(private readonly parts: AccessLogParts) {
    this.sessionStates = new CurrentStates({ ...parts, fold: SESSION_FOLD, keeps: STATES_KEPT });
  }

  /**
   * Records a reading. Nothing may be shown until the promise resolves.
   * @param session hexadecimal keyed hash of the session
   * @throws EventStoreUnavailable, ClocksDisagree, StreamNotUnderstood, StreamUntrusted, RuleBroken
   * `unauthenticated` if the session is not valid at that time
   */
  async record(session: string, reading: Reading, context: CommandContext): Promise<void> {
    await this.serialised(session, { type: 'RecordReading', ...reading }, context);
  }

  async begin(session: string, role: Role, context: CommandContext): Promise<void> {
    await this.serialised(session, { type: 'BeginSession', role }, context);
  }

  async end(session: string, by: SessionEnd, context: CommandContext): Promise<void> {
    await this.serialised(session, { type: 'EndSession', by }, context);
  }

  async read(session: string): Promise<RecordedSession> {
    const stream = accessStream(session);
    // The stream has reached at least the revision in `kept`. If the state in `sessionStates` has a lower
    // revision, the newer events are read at once, without a query for the end of the stream.
    const { state, untrusted } = await this.sessionStates.one(stream, this.kept.peek(stream)?.head.revision);
    return { ...state, isClosed: untrusted !== undefined };
  }

  isLiving(session: RecordedSession, at: string): boolean {
    return session.isUnderstood && !session.isClosed && isLiveSession(session, at);
  }

  private serialised(session: string, command: AccessCommand, context: CommandContext): Promise<void> {
    const line = this.turns.get(session) ?? { last: Promise.resolve(), count: 0 };
    if (line.count >= WAITING_MAX)
      return Promise.reject(
        new EventStoreUnavailable(`${WAITING_MAX} commands of one session are waiting already`),
      );
    const run = line.last.then(() => this.append(accessStream(session), command, context));
    line.count += 1;
    line.last = run
      .catch(() => undefined)
      .finally(() => {
        line.count -= 1;
        if (line.count === 0) this.turns.delete(session);
      });
    this.turns.set(session, line);
    return run;
  }

  private async append(stream: string, command: AccessCommand, given: CommandContext): Promise<void> {
    let kept = this.kept.get(stream) ?? (await this.catchUp(stream));
    for (let conflicts = 0; conflicts <= CONFLICTS_MAX; conflicts += 1) {
      this.parts.assertMayRecord();
      const context = { ...given, at: notBefore(given.at, kept.head.at) };
      const events = accessDecider.decide(command, kept.state, context);
      if (events.length === 0) return;
      if (await this.appended(stream, kept, { events, context })) return;
      kept = await this.catchUp(stream, kept);
    }
    throw new EventStoreUnavailable(
      `gave up after ${CONFLICTS_MAX} conflicts in one command: others append to stream ${stream} at the same time`,
    );
  }

  /** Returns false if another backend appended first. */
  private async appended(
    stream: string,
    { head, state }: Kept,
    { events, context }: { readonly events: readonly AccessEvent[]; readonly context: CommandContext },
  ): Promise<boolean> {
    // If the append throws, it is unknown whether the events were appended. The next command then reads the
    // stream again.
    this.kept.delete(stream);
    try {
      const recorded = await this.parts.journal.append<AccessEvent>(head, events, context);
      const last = recorded.at(-1);
      if (last === undefined) return true;
      const { revision, hash, at } = last;
      const next = recorded.reduce(accessDecider.evolve, state);
      this.kept.set(stream, { head: { stream, revision, hash, at }, state: next });
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }

  private async catchUp(stream: string, known?: Kept): Promise<Kept> {
    const { events, head, untrusted } = await this.parts.journal.load<AccessEvent>(
      stream,
      known === undefined ? {} : { after: known.head },
    );
    if (untrusted !== undefined && known !== undefined) return this.catchUp(stream);
    if (untrusted !== undefined) throw new StreamUntrusted(stream, untrusted);
    const unknown = events.find((event) => event.unknown);
    if (unknown !== undefined) throw new StreamNotUnderstood(unknown);
    const kept = { head, state: events.reduce(accessDecider.evolve, known?.state ?? accessDecider.initial) };
    if (head.revision >= 0) this.kept.set(stream, kept);
    return kept;
  }
}
