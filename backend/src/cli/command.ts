import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../platform/errors/operator-error.js';
import type { Interruption } from './interruption.js';

/**
 * The same of every command: done, or all is in order; not done, or something is not in order; called
 * wrongly, or with a configuration that cannot be used.
 */
export const EXIT = { done: 0, notDone: 1, calledWrongly: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface CommandIo {
  /** A line of the answer, to the standard output. */
  readonly print: (line: string) => void;
  /** A line on what goes on meanwhile, or went wrong, to the standard error. */
  readonly tell: (line: string) => void;
  readonly interruption: Interruption;
}

/** What a call asks for, once it is known that it can be meant. */
export type Work = (io: CommandIo) => Promise<ExitCode>;

/** An operator's command. Whatever takes long to load is imported by its work. */
export interface Command {
  /** That of its script in package.json as well. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What stands behind the name, for each way to call it. */
  readonly usage: readonly string[];
  /** What is to be known of arguments and options, one line each. */
  readonly notes?: readonly string[];
  /** Looks at the arguments, and at nothing else. @throws UsageError */
  readonly prepare: (args: readonly string[]) => Work;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Positional arguments and options in any order. @throws UsageError for an option that there is not */
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

/** @throws UsageError where there are any */
export function noMore(positionals: readonly string[]): void {
  // Not repeated: an address carries a password.
  if (positionals.length > 0) throw new UsageError(`${positionals.length} arguments too many.`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The one positional argument. @returns in small letters @throws UsageError */
export function ndaIdOf([id, ...rest]: readonly string[]): string {
  if (id === undefined) throw new UsageError('The id of an agreement is missing.');
  noMore(rest);
  if (!UUID.test(id)) throw new UsageError(`'${id}' is no id of an agreement.`);
  return id.toLowerCase();
}
