import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { eraserParts } from '../app/erasers.js';
import { KeyEraser } from '../erasure/erase-key.js';
import { OperatorError } from '../platform/operator-error.js';
import { askYes, eraseNda, receiptText } from './erase-nda.js';
import { withInfrastructure } from './operator-context.js';
import { runCommand } from './run-cli.js';

const USAGE = 'Usage: npm run nda:erase -- <nda id> [--reason admin] [--yes]';

function parse(args: readonly string[]): { id: string; yes: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string', default: 'admin' }, yes: { type: 'boolean', default: false } },
    });
    const [id = '', ...rest] = positionals;
    if (
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) &&
      rest.length === 0 &&
      values.reason === 'admin'
    )
      return { id: id.toLowerCase(), yes: values.yes };
  } catch {
    // An option that there is not.
  }
  throw new OperatorError(USAGE);
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new OperatorError('Nobody can be asked here. Say --yes to erase without a question.');
  return askYes(question, { input: process.stdin, output: process.stderr });
}

/**
 * `npm run nda:erase -- <nda id>`: erases an NDA, beside a serving backend or without one, and prints the
 * receipt. Exit code 0: it is erased; 1: it is not.
 */
async function main(args: readonly string[]): Promise<void> {
  const { id, yes } = parse(args);
  await withInfrastructure(async (infrastructure, config) => {
    const { commands, clock } = infrastructure;
    const eraser = new KeyEraser(eraserParts(infrastructure, { commands, config }));
    const parts = { commands, eraser, clock, confirm: yes ? async () => true : confirm };
    console.log(receiptText(id, await eraseNda(parts, id)));
  });
}

runCommand(main);
