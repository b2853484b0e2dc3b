import { LEGAL_HOLD_REASON_MAX } from '@siegel/contracts/limits';
import { ONE_LINE } from '@siegel/contracts/validation/lines';
import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, EXIT, ndaIdOf } from '../command.js';
import type { HoldRequest } from '../hold-nda.js';

/** Returns the reason; undefined if a hold is lifted without a reason. @throws UsageError */
function reasonIn(given: string | undefined, lift: boolean): string | undefined {
  if (given === undefined && lift) return undefined;
  const reason = given?.trim() ?? '';
  if (reason === '')
    throw new UsageError('Give --reason to place a hold, or --lift to end one. A reason must not be empty.');
  if ((given ?? '').length > LEGAL_HOLD_REASON_MAX || !ONE_LINE.test(given ?? ''))
    throw new UsageError(`--reason must be one line of at most ${LEGAL_HOLD_REASON_MAX} characters.`);
  return reason;
}

/** Returns the legal hold that the arguments request. @throws UsageError */
export function holdIn(args: readonly string[]): HoldRequest & { readonly json: boolean } {
  const { values, positionals } = argumentsOf(args, {
    reason: { type: 'string' },
    lift: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const id = ndaIdOf(positionals);
  const lift = values.lift === true;
  const reason = reasonIn(values.reason, lift);
  const json = values.json === true;
  if (reason === undefined) return { id, command: { type: 'LiftLegalHold' }, json };
  return { id, command: { type: lift ? 'LiftLegalHold' : 'SetLegalHold', reason }, json };
}

export const holdNdaCommand: Command = {
  name: 'nda:hold',
  summary: 'Places or lifts a legal hold, which keeps an agreement from being erased',
  usage: ["<nda id> --reason '…' [--json]", "<nda id> --lift [--reason '…'] [--json]"],
  notes: [
    `A reason has one line and at most ${LEGAL_HOLD_REASON_MAX} characters.`,
    'Works with or without a running backend. Repeating a call changes nothing.',
  ],
  prepare: (args) => {
    const { json, ...hold } = holdIn(args);
    return async ({ print, interruption }) => {
      const [{ withInfrastructure }, { holdNda }] = await Promise.all([
        import('../operator-context.js'),
        import('../hold-nda.js'),
      ]);
      await withInfrastructure({ interruption }, async (infrastructure) => {
        const { sentence, ...held } = await holdNda(infrastructure, hold);
        print(json ? JSON.stringify(held) : sentence);
      });
      return EXIT.done;
    };
  },
};
