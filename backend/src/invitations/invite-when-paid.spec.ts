import { CauseMissing } from '../platform/jobs/job.js';
import fc from 'fast-check';
import { readModelsOf } from '../../testing/backend/read-models.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { recorded } from '../eventsourcing/journal/testing/recorded.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { createCommandRunner } from '../eventsourcing/commands/create-command-runner.js';
import { bearerTokenHash } from '../http/callers/bearer-token.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { randomHistories } from '../nda/testing/histories.js';
import { oneOfEach } from '../nda/testing/sample-histories.js';
import { paid, voucherApplied } from '../nda/testing/samples.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { invitationIsOwed } from '../nda/rules/invitation.js';
import { inviteJob, inviteWhenPaid } from './invite-when-paid.js';
import { InviteWhenPaidJob } from './invite-when-paid.job.js';
import { owedInvitations } from './invite-when-paid.sweep.js';
import { agreementProjection } from '../agreements/agreement.projection.js';

const ID = '019a7a10-0000-7000-8000-00000000abcd';

describe('invite when paid', () => {
  const asked = (event: NdaEvent) =>
    inviteWhenPaid.react(
      recorded(event, {
        stream: ndaStream(ID),
        revision: 3,
        at: '2026-11-12T10:00:00.000Z',
      }) as Recorded<NdaEvent>,
    );

  it('queues the invitation for a payment by Party 1, by card or voucher, and for no other event', () => {
    const types = Object.values(oneOfEach).filter((event) => asked(event).length > 0);
    expect(new Set(types.map(({ type }) => type))).toEqual(new Set(['PaymentSucceeded', 'VoucherApplied']));
    expect(asked(paid(199))).toEqual([
      { task: 'invite-party2', payload: { ndaId: ID }, key: `invite:${ID}` },
    ]);
    expect(asked(paid(199, { party: 2 }))).toEqual([]);
    expect(asked(voucherApplied(199, { party: 2 }))).toEqual([]);
  });

  it('is triggered by every command after which an invitation is owed, in any history', () => {
    fc.assert(
      fc.property(randomHistories, ({ steps, end }) => {
        for (const [n, { before, command, event }] of steps.entries()) {
          const next = steps[n + 1];
          // One command can append two events: a change of the mode and the invitation. Only the state after
          // the last event of the command is checked.
          if (next?.command === command) continue;
          if (invitationIsOwed(next?.before ?? end) && !invitationIsOwed(before))
            expect(asked(event)).toHaveLength(1);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('an NDA that is paid and not invited yet', () => {
  let bench: TestInfrastructure;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());

  const { SignAsParty1, ApplyVoucher, CancelInvitation, SignAsParty2 } = oneOfEachCommand;
  const remote = (party1PaysForBoth = true) =>
    ({ ...SignAsParty1, mode: 'remote', party1PaysForBoth }) as const;
  const backend = () => createCommandRunner({ journal: bench.infrastructure.journal });
  const run = (ndaId: string, commands = bench.infrastructure.commands) => {
    const { linkTokens } = bench.infrastructure;
    return new InviteWhenPaidJob({ commands, linkTokens, clock: bench.clock }).run({ ndaId });
  };
  /**
   * Returns a command runner that reads states. It rejects every command, unless `then` is given.
   * @param then runs after the job has read the state and before the job runs a command
   */
  const observedRunner = (then?: (ndaId: string) => Promise<void>): CommandRunner => {
    const { commands } = bench.infrastructure;
    return {
      run: then === undefined ? () => Promise.reject(new Error('a command')) : commands.run.bind(commands),
      state: async (model, id, to) => {
        const loaded = await commands.state(model, id, to);
        await then?.(id);
        return loaded;
      },
      lastTrusted: commands.lastTrusted.bind(commands),
    };
  };
  const owed = async () => {
    await readModelsOf(bench.infrastructure);
    return (await owedInvitations(bench.infrastructure.pool).find(undefined)).jobs;
  };

  it.each([true, false])(
    'gets one invitation with its own link (Party 1 pays for both: %s)',
    async (both) => {
      const ndaId = await bench.nda(remote(both), ApplyVoucher);
      await run(ndaId);
      await run(ndaId);
      const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
      expect(events.map(({ type }) => type)).toEqual([
        'NdaCreated',
        'Party1Signed',
        'VoucherApplied',
        'Party2Invited',
      ]);
      const [, , paying, invited] = events;
      if (invited?.type !== 'Party2Invited') throw new Error('nobody was invited');
      const { linkId = '', tokenHash } = invited.open;
      const token = bench.infrastructure.linkTokens.make({ purpose: 'invitation', ndaId, about: linkId });
      expect(tokenHash).toBe(bearerTokenHash(token));
      expect(invited).toMatchObject({ actor: 'system', causedBy: paying?.id, open: { trigger: 'payment' } });
    },
  );

  it('is invited once by two backends at the same time', async () => {
    const ndaId = await bench.nda(remote(), ApplyVoucher);
    await Promise.all([run(ndaId, backend()), run(ndaId, backend()), run(ndaId, backend())]);
    expect((await bench.types(ndaId)).filter((type) => type === 'Party2Invited')).toHaveLength(1);
  });

  it('is not invited while something is owed, if signed in person, after a cancellation, or after an erasure', async () => {
    const unpaid = await bench.nda(remote());
    const inPerson = await bench.nda(SignAsParty1, ApplyVoucher, SignAsParty2);
    const cancelled = await bench.nda(
      remote(),
      ApplyVoucher,
      oneOfEachCommand.InviteParty2,
      CancelInvitation,
    );
    const erased = await bench.nda(remote(), ApplyVoucher, oneOfEachCommand.EraseNda);
    await expect(run(unpaid, observedRunner())).rejects.toBeInstanceOf(CauseMissing);
    for (const ndaId of [inPerson, cancelled, erased]) {
      const before = await bench.types(ndaId);
      await run(ndaId, observedRunner());
      expect(await bench.types(ndaId)).toEqual(before);
    }
    const ids = (await owed()).map(({ payload }) => payload['ndaId']);
    for (const ndaId of [unpaid, inPerson, cancelled, erased]) expect(ids).not.toContain(ndaId);
  });

  it('stays unchanged if it is erased after it was read and before it would be invited', async () => {
    const ndaId = await bench.nda(remote(), ApplyVoucher);
    await run(
      ndaId,
      observedRunner((id) => bench.run(id, oneOfEachCommand.EraseNda)),
    );
    expect((await bench.types(ndaId)).at(-1)).toBe('NdaErased');
  });

  it('is found by the sweep until it is invited, no matter how old the payment is, even if a version without invitations recorded it', async () => {
    const ndaId = await bench.nda(remote(), ApplyVoucher);
    await bench.infrastructure.pool.query('DELETE FROM checkpoints WHERE name = $1', [
      agreementProjection.name,
    ]);
    bench.clock.advance(90 * 24 * 60 * 60 * 1000);
    expect(await owed()).toContainEqual(inviteJob(ndaId));
    await run(ndaId);
    expect(await owed()).not.toContainEqual(inviteJob(ndaId));
  });
});
