import { UsageError, OperatorError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, type CommandIo, EXIT, type ExitCode, ndaIdOf } from '../command.js';

interface Asked {
  readonly id: string;
  readonly yes: boolean;
  readonly json: boolean;
}

async function erase({ id, yes, json }: Asked, { print, interruption }: CommandIo): Promise<ExitCode> {
  const [{ withInfrastructure }, { askYes, eraseNda, receiptLine, receiptText }, { eraserParts }, erasing] =
    await Promise.all([
      import('../operator-context.js'),
      import('../erase-nda.js'),
      import('../../app/erasers.js'),
      import('../../erasure/erase-key.js'),
    ]);
  const confirm = async (question: string): Promise<boolean> => {
    if (yes) return true;
    if (process.stdin.isTTY) return askYes(question, { input: process.stdin, output: process.stderr });
    throw new OperatorError(
      'This command asks for confirmation, but its input is not a terminal. Add --yes to erase without confirmation.',
    );
  };
  await withInfrastructure({ interruption }, async (infrastructure, config) => {
    const { commands, clock } = infrastructure;
    const eraser = new erasing.KeyEraser(eraserParts(infrastructure, { commands, config }));
    const receipt = await eraseNda({ commands, eraser, clock, confirm }, id);
    print(json ? receiptLine(id, receipt) : receiptText(id, receipt));
  });
  return EXIT.done;
}

export const eraseNdaCommand: Command = {
  name: 'nda:erase',
  summary: 'Erases an agreement permanently, and prints the receipt',
  usage: ['<nda id> [--reason admin] [--yes] [--json]'],
  notes: [
    'Works with or without a running backend. Does not ask about an agreement that is erased already.',
    '--yes   erases without a question',
    '--json  prints only the receipt, on one line',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, {
      reason: { type: 'string' },
      yes: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const id = ndaIdOf(positionals);
    if (values.reason !== undefined && values.reason !== 'admin')
      throw new UsageError("--reason must be 'admin'.");
    const asked = { id, yes: values.yes === true, json: values.json === true };
    return (io) => erase(asked, io);
  },
};
