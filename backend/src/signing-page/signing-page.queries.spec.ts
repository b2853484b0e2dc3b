import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { ReportKeeper } from '../closed-streams/report-keeper.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { day, NDA_ID, on, stateAfter } from '../nda/testing/given.js';
import { remoteSent } from '../nda/testing/sample-histories.js';
import { completed, disputed, party2SignedRemotely } from '../nda/testing/samples.js';
import type { NamedLinks } from './named-links.js';
import type { Party2 } from './party2.js';
import { ReadDispute, ReadDisputeHandler } from './signing-page.queries.js';

const signed = [...remoteSent, party2SignedRemotely, completed];
const PLACE = { revision: 5, fault: 'hash' } as const;

/** Reads the dispute page. @param keptAt time of a kept dispute that is not appended yet */
function read(loaded: Partial<LoadedState<NdaState, NdaEvent>>, keptAt: string | null) {
  const links = { dispute: () => ({ ndaId: NDA_ID, party: 2 }) } as unknown as NamedLinks;
  const party2 = { shown: async () => loaded } as unknown as Party2;
  const disputedAt = jest.fn(async () => keptAt);
  const keeper = { disputedAt } as unknown as ReportKeeper;
  return new ReadDisputeHandler(links, party2, keeper).execute(new ReadDispute('token'));
}

describe('a kept dispute is shown', () => {
  it('while the agreement is closed, and after its repair until it is in the stream', async () => {
    const state = stateAfter(...signed);
    for (const untrusted of [PLACE, undefined])
      expect(await read({ state, untrusted }, day(3))).toMatchObject({ disputedAt: day(3) });
    expect(await read({ state, untrusted: undefined }, null)).toMatchObject({ disputedAt: null });
  });

  it('with the time in the stream once it is there', async () => {
    const state = stateAfter(...signed, on(4, disputed));
    expect(await read({ state, untrusted: undefined }, day(3))).toMatchObject({ disputedAt: day(4) });
  });
});
