import type { NdaCommand } from './nda.commands.js';
import { given } from './testing/given.js';
import { oneOfEachCommand } from './testing/commands.js';
import { inPersonComplete } from './testing/sample-histories.js';
import { created, discarded, erased } from './testing/samples.js';

const types = Object.keys(oneOfEachCommand) as NdaCommand['type'][];
const except = (...some: NdaCommand['type'][]) => types.filter((type) => !some.includes(type));

/**
 * Commands that are accepted even after an erasure. They concern money and mails that were in progress, or
 * complete the erasure (rule:after-erasure-only-facts).
 */
const FACTS = [
  'RecordPaymentIntent',
  'RecordPaymentSuccess',
  'RecordPaymentFailure',
  'RecordRefund',
  'RecordChargeback',
  'RecordInvitationSent',
  'RecordNoticeSent',
  'DeclineReminders',
  'RecordMailDelivered',
  'RecordMailBounced',
  'CloseObligation',
  'EraseNda',
  'RecordKeyDestroyed',
] as const;

describe('every command', () => {
  it.each(except('CreateNda'))('%s is refused on an NDA that does not exist', (type) =>
    given().when(oneOfEachCommand[type]).thenRefused('not_found'),
  );
  it.each(except(...FACTS))('%s is refused after an erasure', (type) =>
    given(...inPersonComplete, erased)
      .when(oneOfEachCommand[type])
      .thenRefused('nda_erased'),
  );
  it.each(except(...FACTS, 'CreateNda', 'DiscardNda', 'SetLegalHold', 'LiftLegalHold'))(
    '%s is refused after a discard',
    (type) => given(created, discarded).when(oneOfEachCommand[type]).thenRefused('nda_discarded'),
  );
});
