import type { NdaView } from '@siegel/contracts/nda/view';
import type { Step } from '../../eventsourcing/journal/testing/given-when-then.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { stateAfter } from '../../nda/testing/given.js';
import * as sample from '../../nda/testing/samples.js';
import { type UnsealedNda, ndaView } from '../nda-view.js';

const unsealed: UnsealedNda = {
  created: sample.personal,
  agreementHash: sample.AGREEMENT_HASH,
  party1Email: undefined,
  party2Email: undefined,
  voucherCode: undefined,
  party2SignatureIp: undefined,
  bounceReasons: {},
};

/** Returns the NDA's view (`N`) as its creator reads it after these steps. */
export function viewAfter(steps: readonly Step<NdaEvent>[], changes: Partial<UnsealedNda> = {}): NdaView {
  return ndaView(stateAfter(...steps), { ...unsealed, ...changes });
}
