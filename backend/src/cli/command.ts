import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../platform/errors/operator-error.js';
import type { Interruption } from './interruption.js';

/**
 * Exit codes of every command. `done`: done, or everything is in order; `notDone`: not done, or something is
 * not in order; `usageError`: wrong arguments, or a configuration that cannot be used.
 */
export const EXIT = { done: 0, notDone: 1, usageError: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface CommandIo {
  /** A line of the answer, to the standard output. */
  readonly print: (line: string) => void;
  /** A line about progress or a failure, to the standard error. */
  readonly printStderr: (line: string) => void;
  readonly interruption: Interruption;
}

/** The work of a call whose arguments are valid. */
export type Work = (io: CommandIo) => Promise<ExitCode>;

/** An operator's command. Its work imports the modules that take long to load. */
export interface Command {
  /** Also the name of its script in package.json. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The arguments behind the name, for each way to call it. */
  readonly usage: readonly string[];
  /** Notes on arguments and options, one line each. */
  readonly notes?: readonly string[];
  /** Checks the arguments, and nothing else. @throws UsageError */
  readonly prepare: (args: readonly string[]) => Work;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Positional arguments and options in any order. @throws UsageError for an unknown option */
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

/** Arguments that an error may quote: words, ids and paths, but no address, which contains a password. */
const PLAIN = /^[\w./-]+$/;

/** @throws UsageError if there are any */
export function requireNoMoreArguments(positionals: readonly string[]): void {
  if (positionals.length === 0) return;
  const shown = positionals.map((argument) => (PLAIN.test(argument) ? argument : '(not shown)')).join(', ');
  throw new UsageError(`Unexpected ${positionals.length === 1 ? 'argument' : 'arguments'}: ${shown}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of an agreement as the only positional argument. @returns it in lower case @throws UsageError */
export function ndaIdOf([id, ...rest]: readonly string[]): string {
  if (id === undefined) throw new UsageError('The id of the agreement is missing.');
  requireNoMoreArguments(rest);
  if (!UUID.test(id)) throw new UsageError(`'${id}' is not the id of an agreement. Expected a UUID.`);
  return id.toLowerCase();
}
