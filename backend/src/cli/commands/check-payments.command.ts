import { type Difference, differenceText, periodOf } from '../../payments/difference-text.js';
import { type Period, ProviderFailed } from '../../payments/provider.js';
import { UsageError, OperatorError } from '../../platform/errors/operator-error.js';
import {
  argumentsOf,
  type Command,
  type CommandIo,
  EXIT,
  type ExitCode,
  requireNoMoreArguments,
} from '../command.js';

/** @throws UsageError */
function periodIn([first, last = first, ...rest]: readonly string[]): Period {
  if (first === undefined || last === undefined)
    throw new UsageError('The first day is missing. Give it in the format YYYY-MM-DD.');
  requireNoMoreArguments(rest);
  const period = periodOf(first, last);
  if (period === undefined)
    throw new UsageError(
      first === last
        ? `'${first}' is not a day in the format YYYY-MM-DD.`
        : `'${first}' and '${last}' are not two days in the format YYYY-MM-DD, with the earlier one first.`,
    );
  return period;
}

function resultOf({ length }: readonly Difference[]): string {
  if (length === 0) return 'No difference found.';
  return `${length} ${length === 1 ? 'difference' : 'differences'} found.`;
}

async function check(period: Period, json: boolean, { print, interruption }: CommandIo): Promise<ExitCode> {
  const [
    { withInfrastructure },
    { requestedIntents },
    { differences },
    { knownIntents },
    { stripeOf, stripeProviderOf },
  ] = await Promise.all([
    import('../operator-context.js'),
    import('../../agreements/owed/requested-intents.js'),
    import('../../payments/check-payments.js'),
    import('../../payments/known-intents.js'),
    import('../../payments/provider-of.js'),
  ]);
  const found: Difference[] = [];
  await withInfrastructure({ interruption }, async ({ commands, pool, records }, config) => {
    const provider = await stripeProviderOf(config, await stripeOf(config), knownIntents(commands));
    if (provider === undefined) {
      const nothing = 'There is nothing to compare: the sandbox takes no money.';
      return print(json ? JSON.stringify({ provider: 'sandbox', differences: [] }) : nothing);
    }
    const asked = (name: string) => requestedIntents(pool, name);
    const isEnded = (stream: string) => records.isEnded(stream);
    try {
      for await (const difference of differences({ provider, commands, isEnded, requested: asked }, period)) {
        found.push(difference);
        if (!json) print(differenceText(difference));
      }
    } catch (error) {
      if (error instanceof ProviderFailed)
        throw new OperatorError(
          'A request to Stripe failed, so the comparison is not complete. Nothing was changed. See what siegel doctor reports for payments, then try again.',
        );
      throw error;
    }
    print(json ? JSON.stringify({ provider: provider.name, differences: found }) : resultOf(found));
  });
  return found.length === 0 ? EXIT.done : EXIT.notDone;
}

export const checkPaymentsCommand: Command = {
  name: 'payments:check',
  summary: "Compares our record of payments on some days with the payment provider's list",
  usage: ['<first day> [<last day>] [--json]'],
  notes: [
    'Both days are included, in UTC and in the format YYYY-MM-DD: the days on which payments, refunds and chargebacks were made.',
    'The later outcome of a chargeback belongs to the day of its payment, or to the day on which it began. The command only reads.',
    'Exit code 1 if there is a difference, or if a request to the provider failed.',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, { json: { type: 'boolean' } });
    const period = periodIn(positionals);
    return (io) => check(period, values.json === true, io);
  },
};
