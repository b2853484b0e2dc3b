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
    // Whether a voucher pays is found out by a backend, which comes back to it.
    const settle = () => Promise.reject(new Error('left to a backend'));
    const erasers = createErasers(infrastructure, { config, commands, settle });
    await rebuildReadModels({ infrastructure, erasers, names, say: print });
  });
  return EXIT.done;
}

export const rebuildProjectionsCommand: Command = {
  name: 'projections:rebuild',
  summary: 'Rebuilds read models from the first event while the system keeps serving',
  usage: ['[<name> …]'],
  notes: [
    'All of them, where none is named. Sets right, too, what had read further than an event store goes that was put',
    'back to an older state than the database.',
  ],
  prepare: (args) => {
    const { positionals } = argumentsOf(args, {});
    const strange = positionals.find((name) => !/^[a-z][a-z0-9-]*$/.test(name));
    if (strange !== undefined) throw new UsageError(`'${strange}' is no name of a projection.`);
    return (io) => rebuild(positionals, io);
  },
};
