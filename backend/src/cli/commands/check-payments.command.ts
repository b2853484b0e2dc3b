import { type Difference, differenceText, periodOf } from '../../payments/difference-text.js';
import { type Period, ProviderFailed } from '../../payments/provider.js';
import { UsageError, OperatorError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, type CommandIo, EXIT, type ExitCode, noMore } from '../command.js';

/** @throws UsageError */
function periodIn([first, last = first, ...rest]: readonly string[]): Period {
  if (first === undefined || last === undefined) throw new UsageError('The first day is missing.');
  noMore(rest);
  const period = periodOf(first, last);
  if (period === undefined)
    throw new UsageError(
      first === last
        ? `'${first}' is no day, written YYYY-MM-DD.`
        : `'${first}' and '${last}' are no two days, written YYYY-MM-DD, the earlier one first.`,
    );
  return period;
}

function resultOf({ length }: readonly Difference[]): string {
  if (length === 0) return 'no difference';
  return `${length} ${length === 1 ? 'difference' : 'differences'}`;
}

async function check(period: Period, json: boolean, { print, interruption }: CommandIo): Promise<ExitCode> {
  const [
    { withInfrastructure },
    { askedIntents },
    { differences },
    { knownIntents },
    { stripeOf, stripeProviderOf },
  ] = await Promise.all([
    import('../operator-context.js'),
    import('../../agreements/owed/asked-intents.js'),
    import('../../payments/check-payments.js'),
    import('../../payments/known-intents.js'),
    import('../../payments/provider-of.js'),
  ]);
  const found: Difference[] = [];
  await withInfrastructure({ interruption }, async ({ commands, pool }, config) => {
    const provider = await stripeProviderOf(config, await stripeOf(config), knownIntents(commands));
    if (provider === undefined) {
      const nothing = 'nothing to compare: the sandbox takes no money';
      return print(json ? JSON.stringify({ provider: 'sandbox', differences: [] }) : nothing);
    }
    const asked = (name: string) => askedIntents(pool, name);
    try {
      for await (const difference of differences({ provider, commands, requested: asked }, period)) {
        found.push(difference);
        if (!json) print(differenceText(difference));
      }
    } catch (error) {
      if (error instanceof ProviderFailed)
        throw new OperatorError('Stripe could not be asked. Nothing was changed; try again.');
      throw error;
    }
    print(json ? JSON.stringify({ provider: provider.name, differences: found }) : resultOf(found));
  });
  return found.length === 0 ? EXIT.done : EXIT.notDone;
}

export const checkPaymentsCommand: Command = {
  name: 'payments:check',
  summary: 'Compares our facts with what the payment provider lists for some days',
  usage: ['<first day> [<last day>] [--json]'],
  notes: [
    'Days are written YYYY-MM-DD, in UTC, both included: those on which payments, refunds and chargebacks were made.',
    'What became of a chargeback later is compared with the days of its payment, or of its beginning. Reads only.',
    'Exit code 1 where there is a difference, or the provider could not be asked.',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, { json: { type: 'boolean' } });
    const period = periodIn(positionals);
    return (io) => check(period, values.json === true, io);
  },
};
