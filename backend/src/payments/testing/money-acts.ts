import type { Party } from '@siegel/contracts/enums';
import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import fc, { type Arbitrary } from 'fast-check';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import type { AppendFault } from './memory-commands.js';
import type { MoneyWorld } from './money-world.js';

/** Acts of people, jobs and the clock that concern an NDA's money. They can be used with any provider. */

export type Act<World extends MoneyWorld = MoneyWorld> = (world: World) => Promise<unknown> | void;

const { SignAsParty1, InviteParty2, CorrectParty2Address, SignAsParty2 } = oneOfEachCommand;
const party = fc.constantFrom<Party>(1, 1, 1, 2);
const which = fc.constantFrom<0 | 1>(0, 1);
const ofParty = (act: (world: MoneyWorld, of: Party) => Promise<unknown>): Arbitrary<Act> =>
  party.map(
    (of): Act =>
      (world) =>
        act(world, of),
  );
const withVoucher = (act: (world: MoneyWorld, of: Party, n: 0 | 1) => Promise<unknown>): Arbitrary<Act> =>
  fc.tuple(party, which).map(
    ([of, n]): Act =>
      (world) =>
        act(world, of, n),
  );

const sign = fc.record({ remote: fc.boolean(), both: fc.boolean() }).map(
  ({ remote, both }): Act =>
    (world) =>
      world.run({ ...SignAsParty1, mode: remote ? 'remote' : 'in-person', party1PaysForBoth: both }),
);
const command = fc
  .constantFrom(
    InviteParty2,
    CorrectParty2Address,
    SignAsParty2,
    oneOfEachCommand.CancelInvitation,
    oneOfEachCommand.ExpireInvitation,
    oneOfEachCommand.EraseNda,
  )
  .map(
    (one): Act =>
      (world) =>
        world.run(one),
  );
const expire: Act = (world) => {
  world.clock.advance(15 * DAY_MS);
  return world.run(oneOfEachCommand.ExpireInvitation);
};

/**
 * Weighted acts. The tests draw journeys from them. A journey is a list of acts. The tests of each provider
 * add acts of that provider.
 */
export const ACTS: readonly { readonly weight: number; readonly arbitrary: Arbitrary<Act> }[] = [
  { weight: 4, arbitrary: sign },
  { weight: 8, arbitrary: ofParty((world, of) => world.open(of)) },
  { weight: 3, arbitrary: ofParty((world, of) => world.consent(of)) },
  { weight: 3, arbitrary: withVoucher((world, of, n) => world.applyVoucher(of, n)) },
  { weight: 1, arbitrary: withVoucher((world, of, n) => world.redeemOnly(of, n)) },
  { weight: 4, arbitrary: ofParty((world, of) => world.poll(of)) },
  { weight: 3, arbitrary: command },
  { weight: 2, arbitrary: fc.constant(expire) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1, 12, 23, 25, 24 * 8).map(
      (hours): Act =>
        (world) =>
          world.clock.advance(hours * HOUR_MS),
    ),
  },
];

const split: Act = (world) => world.run({ ...SignAsParty1, mode: 'remote', party1PaysForBoth: false });

/** Acts after which Party 2 has an open payment that it requested through its link. */
export const PARTY2_ASKED: readonly Act[] = [
  split,
  (world) => world.applyVoucher(1, 0),
  (world) => world.run(InviteParty2),
  (world) => world.open(2),
];

/** The first acts of a journey. */
export const BEGINNINGS: Arbitrary<readonly Act[]> = fc.constantFrom<readonly Act[]>([split], PARTY2_ASKED, [
  split,
  (world) => world.open(1),
]);

export const STORE_FAULTS: Arbitrary<AppendFault[]> = fc.array(
  fc.constantFrom<AppendFault>('none', 'none', 'none', 'none', 'lost', 'unanswered'),
  { maxLength: 60 },
);

/** Returns an act of the provider on one of its intents. The act does nothing if there are no intents. */
export const onIntent = <World extends MoneyWorld, Intent>(
  intentsOf: (world: World) => readonly Intent[],
  act: (intent: Intent, world: World) => Promise<unknown> | void,
): Arbitrary<Act<World>> =>
  fc.nat(5).map(
    (n): Act<World> =>
      (world) => {
        const intents = intentsOf(world);
        const intent = intents[n % Math.max(1, intents.length)];
        return intent === undefined ? undefined : act(intent, world);
      },
  );
