import type { Decider } from '../../commands/command-runner.js';
import type { CommandContext, NewEvent, Recorded } from '../event.js';
import { RuleBroken } from '../../../platform/errors/rule-broken.js';
import { contextAt, erasedCopy, recorded } from './recorded.js';

/** A recorded event. A step may give the event a time of its own. */
export type Step<E extends NewEvent> = E | { readonly at: string; readonly event: E };

export interface Outcome<E extends NewEvent> {
  /** Expects exactly these events in this order. */
  then(...expected: readonly E[]): void;
  thenRefused(code: RuleBroken['code']): void;
  thenNothing(): void;
}

export interface Scenario<Command, E extends NewEvent> {
  /** Runs the command at `at`, by default at the time of the last step. */
  when(command: Command, at?: string): Outcome<E>;
  /** Returns a scenario with the same events, in which the stream's key has been destroyed. */
  withoutPersonalData(): Scenario<Command, E>;
}

export interface Scenarios<Command, E extends NewEvent> {
  given(...steps: readonly Step<E>[]): Scenario<Command, E>;
  history(steps: readonly Step<E>[]): readonly Recorded<E>[];
}

/**
 * Returns the functions with which a spec describes scenarios for the decider of one write model. Steps
 * without a time happen at `start`.
 */
export function scenarios<State, Command, E extends NewEvent>(
  model: Decider<State, Command, E>,
  id: string,
  start: string,
): Scenarios<Command, E> {
  const stream = model.stream(id);
  const history = (steps: readonly Step<E>[]): readonly Recorded<E>[] =>
    steps.map((step, revision) => {
      const timed = 'event' in step ? step : { at: start, event: step };
      return recorded(timed.event, { stream, revision, at: timed.at });
    });

  const scenario = (events: readonly Recorded<E>[]): Scenario<Command, E> => ({
    when: (command, at = events.at(-1)?.at ?? start) => {
      const state = events.reduce(model.evolve, model.initial);
      return outcome(() => answerTo(model, command, state, contextAt(at)));
    },
    withoutPersonalData: () => scenario(events.map(erasedCopy<E>)),
  });
  return { given: (...steps: readonly Step<E>[]) => scenario(history(steps)), history };
}

/**
 * Returns the events that a command causes in a state. If the command repeats an earlier command, returns no
 * events, as the command runner does.
 */
export const answerTo = <State, Command, E extends NewEvent>(
  model: Pick<Decider<State, Command, E>, 'decide' | 'repeats'>,
  command: Command,
  state: State,
  context: CommandContext,
): readonly E[] =>
  model.repeats?.(command, state, context) === undefined ? model.decide(command, state, context) : [];

function outcome<E extends NewEvent>(decide: () => readonly E[]): Outcome<E> {
  return {
    then: (...expected) => expect(decide()).toEqual(expected),
    thenNothing: () => expect(decide()).toEqual([]),
    thenRefused: (code) => {
      const refusal = refusalOf(decide);
      expect(refusal).toBe(code);
    },
  };
}

function refusalOf(decide: () => unknown): string {
  try {
    return `not refused: ${JSON.stringify(decide())}`;
  } catch (error) {
    if (error instanceof RuleBroken) return error.code;
    throw error;
  }
}
