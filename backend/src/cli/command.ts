import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../platform/errors/operator-error.js';
import type { Interruption } from './interruption.js';

/**
 * Exit codes of every command. `done`: the command did its work, or found everything in order. `notDone`: it
 * did not do its work, or found something wrong. `usageError`: the arguments are wrong, or the configuration
 * cannot be used.
 */
export const EXIT = { done: 0, notDone: 1, usageError: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface CommandIo {
  /** Prints a line of the result to the standard output. */
  readonly print: (line: string) => void;
  /** Prints a line about progress or a failure to the standard error. */
  readonly printStderr: (line: string) => void;
  readonly interruption: Interruption;
}

/** Carries out a command whose arguments are valid. */
export type Work = (io: CommandIo) => Promise<ExitCode>;

/**
 * An operator's command. Modules that take long to load are imported only by its `Work`, so that no other
 * command loads them.
 */
export interface Command {
  /** Name of the command, and of its script in package.json. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The arguments after the name. Each entry is one way to call the command. */
  readonly usage: readonly string[];
  /** Notes on arguments and options, one line each. */
  readonly notes?: readonly string[];
  /** Only checks the arguments. The returned `Work` does the rest. @throws UsageError */
  readonly prepare: (args: readonly string[]) => Work;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Returns positional arguments and options, which may come in any order.
 * @throws UsageError for an unknown option
 */
export function argumentsOf<Asked extends Options>(
  args: readonly string[],
  options: Asked,
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: Asked }>> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.(?:\s|$)/);
    throw new UsageError(`${sentence}.`);
  }
}

/**
 * Matches arguments that an error may quote: words, ids and paths. Addresses do not match, because they can
 * contain a password.
 */
const PLAIN = /^[\w./-]+$/;

/** @throws UsageError if there are positional arguments */
export function requireNoMoreArguments(positionals: readonly string[]): void {
  if (positionals.length === 0) return;
  const shown = positionals.map((argument) => (PLAIN.test(argument) ? argument : '(not shown)')).join(', ');
  throw new UsageError(`Unexpected ${positionals.length === 1 ? 'argument' : 'arguments'}: ${shown}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Expects an agreement's id as the only positional argument.
 * @returns the id in lower case
 * @throws UsageError
 */
export function ndaIdOf([id, ...rest]: readonly string[]): string {
  if (id === undefined) throw new UsageError('The id of the agreement is missing.');
  requireNoMoreArguments(rest);
  if (!UUID.test(id)) throw new UsageError(`'${id}' is not the id of an agreement. Expected a UUID.`);
  return id.toLowerCase();
}
