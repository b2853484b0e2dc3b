import type { AddressInfo, Server } from 'node:net';
import { DAY_MS } from '@siegel/contracts/limits';
import type { Party } from '@siegel/contracts/enums';
import { samplePdf } from '../pades/testing/sample-pdf.js';
import { TryAgainIn } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { isLongRun } from '../platform/testing/long-run.js';
import { DeliverNdaJob } from './deliver-nda.job.js';
import { DeliveryRecords } from './delivery-records.js';
import { SmtpTransport } from '../mail/smtp.transport.js';
import { SendDocumentJob } from './send-document.job.js';
import { createDeliveryBench, type DeliveryBench } from './testing/delivery-bench.js';
import {
  type Received,
  type SmtpAnswer,
  type SmtpPeer,
  type SmtpStage,
  smtpServer,
} from '../mail/testing/smtp-server.js';
import { isAllRun } from '../platform/testing/only-in-all.js';

const ADDRESSES: { readonly [P in Party]: string } = {
  1: 'katharina@example.org',
  2: 'lukasz@example.org',
};
const otherThan = (party: Party): Party => (party === 1 ? 2 : 1);

/** Milliseconds after which a pause counts as silence. Pauses of a busy machine are shorter. */
const SILENCE_MS = 700;

const LAST_WORDS: { readonly [S in SmtpStage]: SmtpAnswer } = {
  connect: '554 not from you',
  EHLO: '554 not from you',
  AUTH: '535 no such password',
  MAIL: '553 not your address',
  RCPT: '550 no such user',
  DATA: '554 no valid recipients',
  '.': '552 too large',
};
const STAGES = Object.keys(LAST_WORDS) as SmtpStage[];
/**
 * Stages at which the client has already named the recipient. At an earlier stage the server can tell two
 * mails apart only by their connections.
 */
const KNOWS_RECIPIENT: readonly SmtpStage[] = ['RCPT', 'DATA', '.'];
const KINDS = ['passing', 'lasting', 'cut', 'silence'] as const;
type Kind = (typeof KINDS)[number];

function answerOf(stage: SmtpStage, kind: Kind): SmtpAnswer {
  if (kind === 'lasting') return LAST_WORDS[stage];
  return kind === 'passing' ? '421 try later' : kind;
}

/** Returns the milliseconds until the mail is tried again. */
function pauseOf(stage: SmtpStage, kind: Kind): number {
  if (kind === 'lasting') return KNOWS_RECIPIENT.includes(stage) ? DAY_MS : 30_000;
  return stage === '.' && kind !== 'passing' ? 600_000 : 30_000;
}

describe("a mail server's answer for one party", () => {
  const received: Received[] = [];
  let bench: DeliveryBench;
  let answer: (stage: SmtpStage, line: string, peer: SmtpPeer) => SmtpAnswer;
  let server: Server;
  let impatient: SmtpTransport;
  let patient: SmtpTransport;
  beforeAll(async () => {
    bench = await createDeliveryBench();
    server = smtpServer(received, (...asked) => answer(...asked));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const options = {
      url: `smtp://name:password@127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Siegel <nda@siegel.example>',
    };
    const limit = scaledTimeout(SILENCE_MS);
    impatient = new SmtpTransport({ ...options, silenceMs: limit, connectMs: limit });
    patient = new SmtpTransport(options);
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(async () => {
    for (const transport of [impatient, patient]) transport.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await bench.vaultDatabase.drop();
  });

  /** Creates an NDA whose document was made but not sent. */
  const made = async (): Promise<string> => {
    const ndaId = await bench.createPaid();
    await new DeliverNdaJob({
      ...bench.parts,
      records: new DeliveryRecords(bench.parts),
      render: (input) => Promise.resolve({ bytes: samplePdf({ title: input.ndaId }), pages: 1 }),
      enqueue: () => Promise.resolve(),
    }).run({ ndaId }, jobContext());
    return ndaId;
  };

  /**
   * Sends both mails of an NDA. The mail to `party` begins first. When it reaches `stage`, the mail server
   * gives the answer that `given` returns, and the other mail is sent.
   */
  const send = async (
    party: Party,
    stage: SmtpStage,
    given: (isOtherDone: Promise<void>) => SmtpAnswer,
    mail = impatient,
  ) => {
    const ndaId = await made();
    let otherIsDone = (): void => undefined;
    const saying = given(new Promise<void>((resolve) => (otherIsDone = resolve)));
    const run = (to: Party, attempt: number): Promise<unknown> =>
      new SendDocumentJob({ ...bench.parts, records: new DeliveryRecords(bench.parts), mail })
        .run({ ndaId, party: to }, jobContext(attempt))
        .catch((error: unknown) => error);
    let struck: SmtpPeer['connection'] | undefined;
    const hit = new Promise<void>((resolve) => {
      answer = (now, _, { connection, recipient }) => {
        if (now !== stage) return undefined;
        const isMeant = KNOWS_RECIPIENT.includes(stage)
          ? recipient === `<${ADDRESSES[party]}>`
          : connection === (struck ??= connection);
        if (!isMeant) return undefined;
        resolve();
        return saying;
      };
    });
    const struckOne = run(party, 1);
    // If the first mail ends before it reaches `stage`, this assertion shows the outcome of that mail.
    expect(await Promise.race([hit, struckOne])).toBeUndefined();
    expect(await run(otherThan(party), 1)).toBeUndefined();
    otherIsDone();
    return { ndaId, run, outcome: await struckOne };
  };
  const copies = (): Record<Party, number> => {
    const of = (party: Party): number =>
      received.filter(({ to }) => to.includes(`<${ADDRESSES[party]}>`)).length;
    return { 1: of(1), 2: of(2) };
  };
  const types = async (ndaId: string): Promise<string[]> =>
    (await bench.events(ndaId)).map(({ type }) => type).filter((type) => /Sent|Failed/.test(type));

  const parties: readonly Party[] = isLongRun() ? [1, 2] : [2];
  const CASES = parties.flatMap((party) =>
    STAGES.flatMap((stage, s) =>
      KINDS.filter((_, k) => isAllRun() || (s + k) % KINDS.length === 0).map(
        (kind) => [party, stage, kind] as const,
      ),
    ),
  );

  it.each(CASES)(
    'leaves the other party with exactly one mail: party %i, at %s, %s',
    async (party, stage, kind) => {
      const { ndaId, run, outcome } = await send(party, stage, () => answerOf(stage, kind));
      expect(outcome).toBeInstanceOf(TryAgainIn);
      expect((outcome as TryAgainIn).ms).toBe(pauseOf(stage, kind));
      const other = otherThan(party);
      expect(copies()).toEqual({ [party]: 0, [other]: 1 });
      expect((await types(ndaId)).toSorted()).toEqual(['DocumentSent', 'MailFailed']);

      answer = () => undefined;
      if (pauseOf(stage, kind) === 600_000) {
        // It is unknown whether the server accepted the mail, so the mail is not sent again within ten
        // minutes.
        expect(await run(party, 2)).toBeInstanceOf(TryAgainIn);
        expect(copies()[party]).toBe(0);
        await bench.vaultDatabase.database.pool.query(
          `UPDATE accepted_mails SET begun_at = begun_at - interval '10 minutes' WHERE accepted_at IS NULL`,
        );
      }
      expect(await run(party, 3)).toBeUndefined();
      expect(copies()).toEqual({ 1: 1, 2: 1 });
      expect((await types(ndaId)).at(-1)).toBe('NdaSent');
    },
  );

  it.each(['cut', 'end'] as const)(
    'knows that a mail did not arrive whose connection ends before the final dot: %s',
    async (then) => {
      const { ndaId, run, outcome } = await send(2, 'DATA', () => ({ bytes: 500, then }));
      expect(outcome).toBeInstanceOf(TryAgainIn);
      expect((outcome as TryAgainIn).ms).toBe(30_000);
      expect(copies()).toEqual({ 1: 1, 2: 0 });
      answer = () => undefined;
      // The next attempt succeeds at once, because the first mail certainly did not arrive.
      expect(await run(2, 2)).toBeUndefined();
      expect(copies()).toEqual({ 1: 1, 2: 1 });
      expect((await types(ndaId)).at(-1)).toBe('NdaSent');
    },
  );

  it.each(parties.flatMap((party) => STAGES.map((stage) => [party, stage] as const)))(
    'does not delay the other mail, and arrives after it: party %i, at %s',
    async (party, stage) => {
      const { ndaId, run, outcome } = await send(party, stage, (after) => ({ after }), patient);
      expect(outcome).toBeUndefined();
      await run(party, 2);
      expect(copies()).toEqual({ 1: 1, 2: 1 });
      expect(await types(ndaId)).toEqual(['DocumentSent', 'DocumentSent', 'NdaSent']);
      // At stage `.` the server has already received the delayed mail, and only its confirmation is delayed.
      // The other mail is then the last to arrive.
      expect(received.at(-1)?.to).toEqual([`<${ADDRESSES[stage === '.' ? otherThan(party) : party]}>`]);
    },
  );
});
