import type { NdaEvent } from '../../nda/nda.events.js';
import { history } from '../../nda/testing/given.js';
import { oneOfEach } from '../../nda/testing/sample-histories.js';
import { paid, requested, voucherApplied } from '../../nda/testing/samples.js';
import { mayLeaveUnwanted } from './leaves-unwanted.js';

describe('the parties whose intent an event may leave unwanted', () => {
  it.each<[NdaEvent, readonly number[]]>([
    [requested(199), []],
    [requested(199, { attempt: 2 }), [1]],
    [requested(199, { attempt: 2, party: 2 }), [2]],
    [paid(199), []],
    [paid(199, { attempt: 2, party: 2 }), [2]],
    [voucherApplied(199), [1]],
    [voucherApplied(199, { party: 2 }), [2]],
    [oneOfEach.InvitationCancelled, [2]],
    [oneOfEach.Party2AddressCorrected, [2]],
    [oneOfEach.SigningMadeRemote, [1, 2]],
    [oneOfEach.SigningMadeInPerson, [1, 2]],
    [oneOfEach.InvitationExpired, [1, 2]],
    [oneOfEach.NdaErased, [1, 2]],
    [oneOfEach.Party2Signed, []],
    [oneOfEach.PaymentFailed, []],
  ])('%j: %j', (event, parties) => expect(history([event]).map(mayLeaveUnwanted)).toEqual([parties]));
});
