import 'reflect-metadata';
import { OperatorError } from '../platform/operator-error.js';
import { withInfrastructure } from './operator-context.js';
import { replayNda } from './replay.js';
import { runCommand } from './run-cli.js';

const USAGE = 'Usage: npm run replay -- <nda id> [--at <revision>]';

function parse(args: readonly string[]): { id: string; at: number | undefined } {
  const [id, flag, value, ...rest] = args;
  const at = value === undefined ? undefined : Number(value);
  const wrong =
    id === undefined ||
    !/^[0-9a-f-]{36}$/i.test(id) ||
    rest.length > 0 ||
    (flag !== undefined && flag !== '--at');
  if (wrong || (flag === '--at' && (at === undefined || !Number.isInteger(at) || at < 0)))
    throw new OperatorError(USAGE);
  return { id: id.toLowerCase(), at };
}

/**
 * `npm run replay -- <nda id> [--at <revision>]`: prints an NDA's history, what it was after a revision, and
 * what that one changed.
 */
async function main(args: readonly string[]): Promise<void> {
  const { id, at } = parse(args);
  await withInfrastructure(async ({ journal }) => {
    console.log(await replayNda(journal, id, at));
  });
}

runCommand(main);
