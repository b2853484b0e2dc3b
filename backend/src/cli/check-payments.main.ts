import 'reflect-metadata';
import { askedIntents } from '../obligations/asked-intents.js';
import { differences } from '../payments/check-payments.js';
import { differenceText, periodOf } from '../payments/difference-text.js';
import { stripeOf, stripeProviderOf } from '../payments/provider-of.js';
import { type Period, ProviderFailed } from '../payments/provider.js';
import { OperatorError } from '../platform/operator-error.js';
import { withInfrastructure } from './operator-context.js';
import { runCommand } from './run-cli.js';

const USAGE = 'Usage: npm run payments:check -- <first day> [<last day>]   (YYYY-MM-DD, in UTC)';

function parse([first = '', last = first, ...rest]: readonly string[]): Period {
  const period = rest.length === 0 ? periodOf(first, last) : undefined;
  if (period === undefined) throw new OperatorError(USAGE);
  return period;
}

/**
 * `npm run payments:check -- <first day> [<last day>]`: compares our facts with what the provider lists for those
 * days, and prints every difference. Reads only. Exit code 0: there is none; 1: there are some, or it could not look.
 */
async function main(args: readonly string[]): Promise<void> {
  const period = parse(args);
  await withInfrastructure(async ({ commands, pool }, config) => {
    const provider = await stripeProviderOf(config, await stripeOf(config));
    if (provider === undefined) {
      console.log('nothing to compare: the sandbox takes no money');
      return;
    }
    const asked = (name: string) => askedIntents(pool, name);
    let found = 0;
    try {
      for await (const difference of differences({ provider, commands, asked }, period)) {
        found += 1;
        console.log(differenceText(difference));
      }
    } catch (error) {
      if (error instanceof ProviderFailed)
        throw new OperatorError('Stripe could not be asked. Nothing was changed; try again.');
      throw error;
    }
    console.log(found === 0 ? 'no difference' : `${found} ${found === 1 ? 'difference' : 'differences'}`);
    if (found > 0) process.exitCode = 1;
  });
}

runCommand(main);
