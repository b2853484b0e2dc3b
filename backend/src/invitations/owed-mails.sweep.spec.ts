import { CauseMissing, type JobRequest } from '../platform/jobs/job.js';
import { DAY_MS } from '@siegel/contracts/limits';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { TOKEN } from '../nda/testing/samples.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { ndasOwingMails } from '../agreements/owed/owed-work.js';
import { owedMails } from './owed-mails.sweep.js';
import { OwedMailRequests } from './owed-mail-requests.js';
import { QueueOwedMailsJob } from './queue-owed-mails.job.js';
import { queueMailsRequest, sendMailRequest } from './send-mail-request.js';

const invitedBy: readonly NdaCommand[] = [
  { ...oneOfEachCommand.SignAsParty1, mode: 'remote', party1PaysForBoth: true },
  oneOfEachCommand.ApplyVoucher,
  oneOfEachCommand.InviteParty2,
];

describe('a mail whose job was lost', () => {
  let bench: TestInfrastructure;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());

  const found = async () => {
    const { infrastructure, clock } = bench;
    await readModelsOf(infrastructure);
    const { jobs } = await owedMails((after, limit) =>
      ndasOwingMails(infrastructure.pool, clock.now(), after, limit),
    ).find(undefined);
    return jobs.map(({ key }) => key);
  };
  const keyOf = async (ndaId: string, kind: 'invitation' | 'cancellation', type: string) => {
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    const eventId = events.find((event) => event.type === type)?.id ?? '';
    return sendMailRequest({ ndaId, eventId, kind }).key;
  };

  it('is found until it is sent, but only while it is owed', async () => {
    const [sent, waiting] = [await bench.nda(...invitedBy), await bench.nda(...invitedBy)];
    await bench.nda();
    const keys = [
      await keyOf(sent, 'invitation', 'Party2Invited'),
      await keyOf(waiting, 'invitation', 'Party2Invited'),
    ];
    expect((await found()).toSorted()).toEqual(keys.toSorted());
    await bench.run(sent, { ...oneOfEachCommand.RecordInvitationSent, tokenHash: TOKEN });
    expect(await found()).toEqual([keys[1]]);
    // The reminder has to wait for the invitation, so its mail is not owed yet.
    await bench.run(waiting, oneOfEachCommand.RemindParty2);
    expect(await found()).toEqual([keys[1]]);
    await bench.run(waiting, { type: 'CancelInvitation' });
    expect(await found()).toEqual([]);
    await bench.run(waiting, { ...oneOfEachCommand.RecordInvitationSent, messageId: 'm', tokenHash: TOKEN });
    expect(await found()).toEqual([await keyOf(waiting, 'cancellation', 'InvitationCancelled')]);
    bench.clock.advance(7 * DAY_MS);
    expect(await found()).toEqual([]);
  });

  it('is found page by page, ordered by the time at which it ends', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push(await bench.nda(...invitedBy));
      bench.clock.advance(1000);
    }
    await readModelsOf(bench.infrastructure);
    const page = (after?: string) => ndasOwingMails(bench.infrastructure.pool, bench.clock.now(), after, 2);
    const first = await page();
    const second = await page(first.at(-1)?.id);
    expect([...first, ...second].map(({ ndaId }) => ndaId)).toEqual(ids);
  });

  it('is due immediately if the address of Party 2 is corrected, whatever kind of mail it is', async () => {
    const { infrastructure, clock } = bench;
    const ndaId = await bench.nda(
      { ...oneOfEachCommand.SignAsParty1, mode: 'remote', party1PaysForBoth: false },
      oneOfEachCommand.RequestPayment,
      oneOfEachCommand.RecordPaymentSuccess,
      oneOfEachCommand.InviteParty2,
      oneOfEachCommand.CorrectParty2Address,
    );
    const kinds: unknown[] = [];
    const enqueue = async (jobs: readonly JobRequest[]) =>
      void kinds.push(...jobs.map(({ payload }) => payload['kind']));
    const parts = { commands: infrastructure.commands, clock, enqueue };
    await new QueueOwedMailsJob(parts).run(queueMailsRequest(ndaId).payload);
    expect(kinds).toEqual(['order', 'invitation']);
    // A person's request for the mails enqueues the same jobs again.
    await new OwedMailRequests(parts).ask(ndaId);
    expect(kinds).toEqual(['order', 'invitation', 'order', 'invitation']);
  });

  it('is due immediately if an event brings it forward', async () => {
    const ndaId = await bench.nda(...invitedBy);
    const queued: (string | undefined)[] = [];
    const job = new QueueOwedMailsJob({
      commands: bench.infrastructure.commands,
      clock: bench.clock,
      enqueue: async (jobs) => void queued.push(...jobs.map(({ key }) => key)),
    });
    await expect(job.run(queueMailsRequest(ndaId).payload)).rejects.toBeInstanceOf(CauseMissing);
    expect(queued).toEqual([]);
    await bench.run(ndaId, oneOfEachCommand.CorrectParty1Address);
    await job.run(queueMailsRequest(ndaId).payload);
    expect(queued).toEqual([await keyOf(ndaId, 'invitation', 'Party2Invited')]);
  });
});
