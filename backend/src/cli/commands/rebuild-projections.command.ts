import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, type CommandIo, EXIT, type ExitCode } from '../command.js';

async function rebuild(names: readonly string[], { print, interruption }: CommandIo): Promise<ExitCode> {
  const [{ withInfrastructure }, { createErasers }, { rebuildReadModels }] = await Promise.all([
    import('../operator-context.js'),
    import('../../app/erasers.js'),
    import('../rebuild.js'),
  ]);
  await withInfrastructure({ interruption, anyStore: true }, async (infrastructure, config) => {
    const { commands } = infrastructure;
    // This command settles no voucher. A backend finds out later whether the voucher pays, and then finishes
    // the erasure.
    const settle = () => Promise.reject(new Error('left to a backend'));
    const erasers = createErasers(infrastructure, { config, commands, settle });
    await rebuildReadModels({ infrastructure, erasers, names, say: print });
  });
  return EXIT.done;
}

export const rebuildProjectionsCommand: Command = {
  name: 'projections:rebuild',
  summary: 'Rebuilds read models from the first event while the service keeps running',
  usage: ['[<name> …]'],
  notes: [
    'Without a name it rebuilds all of them. If the event store was restored to an older state than the database,',
    'the command also repairs everything that has read beyond the end of the log.',
  ],
  prepare: (args) => {
    const { positionals } = argumentsOf(args, {});
    const strange = positionals.find((name) => !/^[a-z][a-z0-9-]*$/.test(name));
    if (strange !== undefined) throw new UsageError(`'${strange}' is not the name of a projection.`);
    return (io) => rebuild(positionals, io);
  },
};
