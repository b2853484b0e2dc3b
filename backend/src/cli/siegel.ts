import { UsageError } from '../platform/errors/operator-error.js';
import { versionOfThisRelease } from '../platform/process/version.js';
import { type Command, type CommandIo, EXIT, type Work } from './command.js';
import { COMMANDS } from './commands.js';
import { explainFailure } from './explain-failure.js';
import { nearestName } from './nearest-name.js';

/** The outcome of parsing a command line: work to do, an answer to print, or a refusal. */
type Call = { readonly work: Work } | { readonly answer: string } | { readonly refusal: string };

const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h';

const usageOf = ({ name, usage }: Command): string =>
  usage.map((line, n) => `${n === 0 ? 'Usage:' : '      '} siegel ${`${name} ${line}`.trim()}`).join('\n');

function helpOf(command: Command): string {
  const { summary, notes = [] } = command;
  return [`${summary}.`, '', usageOf(command), ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

function listOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}

const overview = (commands: readonly Command[]): string =>
  [
    'Usage: siegel <command> [arguments]',
    '       siegel <command> --help',
    '       siegel --version',
    '',
    listOf(commands),
    '',
    'Each command reads its configuration from the environment, as the service does.',
    'Exit codes: 0: done, or everything is in order. 1: not done, or something is not in order.',
    '            2: wrong arguments, or a configuration that cannot be used.',
  ].join('\n');

function unknown(name: string, commands: readonly Command[]): string {
  const nearest = nearestName(
    name,
    commands.map((command) => command.name),
  );
  const asked = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
  return `There is no command '${name}'.${asked}\n\n${listOf(commands)}`;
}

/** Parses a command line. It loads only the modules that check arguments. */
export function callOf([name, ...args]: readonly string[], commands: readonly Command[]): Call {
  if (name === undefined) return { refusal: overview(commands) };
  if (isHelp(name) || name === 'help') return { answer: overview(commands) };
  if (name === '--version') return { answer: versionOfThisRelease() };
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return { refusal: unknown(name, commands) };
  if (args.some(isHelp)) return { answer: helpOf(command) };
  try {
    return { work: command.prepare(args) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { refusal: `${error.message}\n${usageOf(command)}` };
  }
}

/** Runs a command for the operator. @returns the exit code */
export async function siegel(
  args: readonly string[],
  io: CommandIo,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const call = callOf(args, commands);
  if ('answer' in call) {
    io.print(call.answer);
    return EXIT.done;
  }
  if ('refusal' in call) {
    io.printStderr(call.refusal);
    return EXIT.usageError;
  }
  try {
    return await call.work(io);
  } catch (error) {
    const { exitCode, signal } = io.interruption;
    io.printStderr(explainFailure(exitCode === undefined ? error : signal.reason));
    return exitCode ?? (error instanceof UsageError ? EXIT.usageError : EXIT.notDone);
  }
}
