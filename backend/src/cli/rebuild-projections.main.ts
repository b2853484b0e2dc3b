import 'reflect-metadata';
import { createErasers } from '../app/erasers.js';
import { withInfrastructure } from './operator-context.js';
import { rebuildReadModels } from './rebuild.js';
import { runCommand } from './run-cli.js';

/**
 * `npm run projections:rebuild [-- <name> …]`: makes read models anew, also where the event store was put back to
 * an older state than the database.
 */
async function main(names: readonly string[]): Promise<void> {
  await withInfrastructure(
    async (infrastructure, config) => {
      const { commands } = infrastructure;
      // Whether a voucher pays is found out by a backend, which comes back to it.
      const settle = () => Promise.reject(new Error('left to a backend'));
      const erasers = createErasers(infrastructure, { config, commands, settle });
      await rebuildReadModels({ infrastructure, erasers, names, say: console.log });
    },
    { anyStore: true },
  );
}

runCommand(main);
