import { EventStoreUnavailable, WrongExpectedRevision } from '../event-store/event-store.js';
import type { CommandResult, CommandRunner, Decider, LoadedState, RunOptions } from './command-runner.js';
import { type CommandContext, type NewEvent, notBefore, type Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { noTracing, type Tracing } from '../../platform/tracing/tracing.js';
import { KeyMissing, SealBroken } from '../../vault/vault.js';
import { StreamNotUnderstood } from './stream-not-understood.js';
import { requireTrusted } from '../trust/stream-untrusted.js';
import { tracedAppend } from './traced-append.js';

/**
 * Maximum number of commands of one process that may wait for one stream. Further commands are refused as if
 * the store were unavailable.
 */
const WAITING_MAX = 64;
/** After this many conflicts on one stream the command gives up, as if the store were unavailable. */
const CONFLICTS_MAX = 10;

export interface CommandRunnerParts {
  readonly journal: Pick<Journal, 'load' | 'append'>;
  /** Throws if nothing new may be recorded now. Commands that are already recorded still get their result. */
  readonly assertMayRecord?: () => void;
  /** Records no spans by default. */
  readonly tracing?: Tracing;
}

export const createCommandRunner = (parts: CommandRunnerParts): CommandRunner =>
  new JournalCommandRunner(parts);

interface Asked<State, Command, Event extends NewEvent> extends RunOptions<State, Event> {
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
  readonly context: CommandContext;
}

class JournalCommandRunner implements CommandRunner {
  /**
   * The last command and the number of unfinished commands of each stream. Commands on one stream run one
   * after the other within this process, which avoids conflicts.
   */
  private readonly runs = new Map<string, { last: Promise<unknown>; count: number }>();

  private readonly journal: CommandRunnerParts['journal'];
  private readonly assertMayRecord: () => void;
  private readonly tracing: Tracing;

  constructor({ journal, assertMayRecord = () => undefined, tracing = noTracing }: CommandRunnerParts) {
    this.journal = journal;
    this.assertMayRecord = assertMayRecord;
    this.tracing = tracing;
  }

  run<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options: RunOptions<State, Event> = {},
  ): Promise<CommandResult<State, Event>> {
    const stream = decider.stream(id);
    return this.inTurn(stream, () => this.runOn(stream, { decider, command, context, ...options }));
  }

  async state<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    to?: number,
  ): Promise<LoadedState<State, Event>> {
    const loaded = await this.readable(decider, id, to);
    requireTrusted(loaded);
    return loaded;
  }

  lastTrusted<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
  ): Promise<LoadedState<State, Event>> {
    return this.readable(decider, id);
  }

  private async readable<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    to?: number,
  ): Promise<LoadedState<State, Event>> {
    const loaded = await this.load(decider, decider.stream(id), to);
    requireUnderstood(decider, loaded);
    if (decider.skipsUnknown !== true) requireUnbroken(loaded.events);
    return loaded;
  }

  private async load<State, Event extends NewEvent>(
    decider: Decider<State, never, Event>,
    stream: string,
    to?: number,
  ): Promise<LoadedState<State, Event>> {
    const { events, head, untrusted } = await this.journal.load<Event>(
      stream,
      to === undefined ? {} : { to },
    );
    const state = await fold(decider, decider.initial, events);
    return { state, revision: head.revision, events, head, untrusted };
  }

  private async runOn<State, Command, Event extends NewEvent>(
    stream: string,
    asked: Asked<State, Command, Event>,
  ): Promise<CommandResult<State, Event>> {
    let { after } = asked;
    for (let conflicts = 0; conflicts <= CONFLICTS_MAX; conflicts += 1) {
      const loaded = after ?? (await this.load(asked.decider, stream));
      after = undefined;
      // Checked after a conflict too, because the conflicting append may be an earlier attempt of this
      // command whose outcome was unknown.
      const first = await firstResult(asked.decider, loaded, asked.context.commandId);
      if (first !== undefined) return first;
      requireTrusted(loaded);
      requireUnderstood(asked.decider, loaded);
      this.assertMayRecord();
      const done = await this.attempt(loaded, asked);
      if (done !== undefined) return done;
    }
    throw new EventStoreUnavailable(
      `gave up after ${CONFLICTS_MAX} conflicts in one command: others append to stream ${stream} at the same time`,
    );
  }

  /** Returns undefined if another append came first. */
  private async attempt<State, Command, Event extends NewEvent>(
    loaded: LoadedState<State, Event>,
    { decider, command, context: given, beforeAppend }: Asked<State, Command, Event>,
  ): Promise<CommandResult<State, Event> | undefined> {
    const { events, head, state } = loaded;
    requireKey(events, given, head.stream);
    const context = { ...given, at: notBefore(given.at, head.at) };
    const earlier = decider.repeats?.(command, state, context);
    const first = earlier === undefined ? undefined : await firstResult(decider, loaded, earlier);
    if (first !== undefined) return first;
    const decided = decider.decide(command, state, context);
    if (decided.length === 0) return { state, events: [], revision: head.revision, loaded };
    await beforeAppend?.(decided, state);
    try {
      const appended = await tracedAppend<Event>(this.tracing, context, () =>
        this.journal.append<Event>(head, decided, context),
      );
      const next = await fold(decider, state, appended);
      return resultOf(loaded, appended, next);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return undefined;
      throw error;
    }
  }

  private inTurn<Result>(stream: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.runs.get(stream) ?? { last: Promise.resolve(), count: 0 };
    if (line.count >= WAITING_MAX)
      return Promise.reject(
        new EventStoreUnavailable(`${WAITING_MAX} commands on stream ${stream} are waiting already`),
      );
    const run = line.last.then(work);
    line.count += 1;
    line.last = run
      .catch(() => undefined)
      .finally(() => {
        line.count -= 1;
        if (line.count === 0) this.runs.delete(stream);
      });
    this.runs.set(stream, line);
    return run;
  }
}

async function fold<State, Event extends NewEvent>(
  decider: Decider<State, never, Event>,
  from: State,
  events: readonly Recorded<Event>[],
): Promise<State> {
  let state = from;
  for await (const part of chunkedWithYield(events))
    state = part.reduce<State>(
      (before, event) => (event.unknown ? before : decider.evolve(before, event)),
      state,
    );
  return state;
}

/**
 * Throws if the stream holds an unknown event and the decider does not skip unknown events
 * (rule:unknown-is-not-folded).
 * @throws StreamNotUnderstood
 */
function requireUnderstood<State, Event extends NewEvent>(
  { skipsUnknown = false }: Decider<State, never, Event>,
  { events }: Pick<LoadedState<State, Event>, 'events'>,
): void {
  const unknown = skipsUnknown ? undefined : events.find((event) => event.unknown);
  if (unknown !== undefined) throw new StreamNotUnderstood(unknown);
}

/**
 * Refuses a party's command if the stream has data that cannot be read. Other actors' commands need no key,
 * for instance commands that record the service's own work or erase the NDA.
 * @throws KeyMissing, SealBroken
 */
function requireKey(events: readonly Recorded[], { actor }: CommandContext, stream: string): void {
  if (actor !== 'party1' && actor !== 'party2') return;
  if (events.some(({ keyMissing }) => keyMissing)) throw new KeyMissing(stream);
  requireUnbroken(events);
}

/**
 * Refuses a stream with a broken seal. People get results derived from the state, and none of these may come
 * from altered data (rule:broken-seals-bar-no-erasure).
 * @throws SealBroken
 */
function requireUnbroken(events: readonly Recorded[]): void {
  const broken = events.find(({ sealBroken }) => sealBroken);
  if (broken !== undefined) throw new SealBroken(`event ${broken.revision} of ${broken.stream}`);
}

function resultOf<State, Event extends NewEvent>(
  { events, head }: LoadedState<State, Event>,
  appended: readonly Recorded<Event>[],
  state: State,
): CommandResult<State, Event> {
  const all = [...events, ...appended];
  const { revision, hash, at } = all.at(-1) ?? head;
  const loaded = { state, revision, events: all, head: { stream: head.stream, revision, hash, at } };
  return { state, events: appended, revision, loaded };
}

/**
 * Returns the result of the command's first run: the events that the command appended, and the state after
 * them. Returns undefined if the command has not run yet.
 */
async function firstResult<State, Event extends NewEvent>(
  decider: Decider<State, never, Event>,
  { events }: Pick<LoadedState<State, Event>, 'events'>,
  commandId: string,
): Promise<CommandResult<State, Event> | undefined> {
  const own = events.filter((event) => !event.unknown && event.commandId === commandId);
  const revision = own.at(-1)?.revision;
  if (revision === undefined) return undefined;
  const state = await fold(decider, decider.initial, events.slice(0, revision + 1));
  return { state, events: own, revision };
}
