import type { INestApplicationContext } from '@nestjs/common';
import { DAY_MS } from '@siegel/contracts/limits';
import type { BackgroundWork } from './background-runner.js';
import { Commands } from '../bus/commands.js';
import { DeliverNdaJob } from '../delivery/deliver-nda.job.js';
import { SendDocumentJob } from '../delivery/send-document.job.js';
import { forgetLoginAttempts } from '../admin/login/forget-login-attempts.js';
import { vouchersAfterRetention } from '../vouchers/vouchers-after-retention.js';
import { AccessLog } from '../audit/access-log.js';
import { endSessionJob, endSessionWhenBegun } from '../audit/end-lost-sessions.js';
import { endSessions } from '../audit/end-sessions.js';
import {
  AppendKeptReportsJob,
  appendKeptReportsWhenKept,
  owedKeptReports,
} from '../closed-streams/append-kept-reports.js';
import { findOpenedStreams } from '../closed-streams/find-opened-streams.js';
import { EndedObligations } from '../closed-streams/ended-obligations.js';
import { parkedWhileClosed } from '../closed-streams/park-jobs.js';
import { countVisits } from '../analytics/count-visits.js';
import { forgetVisitors } from '../analytics/forget-visitors.js';
import { deliverWhenCompletedAndPaid } from '../delivery/deliver-when-completed-and-paid.js';
import { SessionRows } from '../http/callers/session-rows.js';
import { Sessions } from '../http/callers/sessions.js';
import { forgetOld } from '../mail/forget-old.js';
import { AcceptedMails } from '../mail/accepted-mails.js';
import { Mailbox } from '../mail/mailbox.js';
import { KeptMailReports } from '../mail/sendgrid/kept-mail-reports.js';
import { HandledReports } from '../mail/sendgrid/handled-reports.js';
import { signCheckpoints } from '../proof/sign-checkpoints.js';
import { FindMisplacedEvents } from '../proof/endless/find-misplaced-events.js';
import { sweepCursor } from '../eventsourcing/reactions/sweep-cursor.js';
import { owedDeliveries } from '../delivery/owed-deliveries.sweep.js';
import { eraseKeyJob, eraseKeyWhenNdaErased } from '../erasure/erase-key.js';
import {
  eraseKeyWhenVoucherDeleted,
  eraseVoucherKeyJob,
  owedVoucherKeyDestructions,
} from '../erasure/erase-voucher-key.js';
import { eraseWithdrawalKeyJob, owedWithdrawalKeyDestructions } from '../erasure/erase-withdrawal-key.js';
import { destroyedKeysIn } from '../erasure/destruction-calls.js';
import { owedEndedKeys } from '../erasure/owed-ended-keys.sweep.js';
import { eraseWhenOpenedJob } from '../erasure/erase-when-opened.js';
import { eraseOldAgreements } from '../erasure/erase-old-agreements.js';
import { eraseOldDrafts } from '../erasure/erase-old-drafts.js';
import { owedKeyDestructions } from '../erasure/owed-key-destructions.sweep.js';
import { owedMails } from '../invitations/owed-mails.sweep.js';
import { QueueOwedMailsJob } from '../invitations/queue-owed-mails.job.js';
import { SendMailJob } from '../invitations/send-mail.job.js';
import { sendMailsWhenOwed } from '../invitations/send-mails-when-owed.js';
import { inviteWhenPaid } from '../invitations/invite-when-paid.js';
import { InviteWhenPaidJob } from '../invitations/invite-when-paid.job.js';
import { owedInvitations } from '../invitations/invite-when-paid.sweep.js';
import { remindAndExpire } from '../invitations/remind-and-expire.js';
import type { Erasers } from './erasers.js';
import type { Infrastructure } from './infrastructure.js';
import { endlessPass, recheckStreams, verifyLogJob } from './log-verifications.js';
import type { Config } from '../platform/config/config.js';
import { enqueueMissing, type KeyedJob } from '../platform/jobs/enqueue.js';
import { CONFIG } from '../platform/wiring/tokens.js';
import { PollPaymentJob } from '../payments/poll-payment.job.js';
import { pollUnwantedIntents } from '../payments/poll-unwanted-intents.js';
import { owedPolls } from '../payments/owed-polls.sweep.js';
import { OWED_SETTLEMENTS, owedSettlements } from '../payments/owed-settlements.sweep.js';
import { KeptPayments } from '../payments/kept-payments.js';
import { PaymentReports } from '../payments/payment-reports.js';
import { reportSandboxPaymentJob } from '../payments/sandbox/report-sandbox-payment.job.js';
import { SandboxProvider } from '../payments/sandbox/sandbox.provider.js';
import { settleRedeemedVouchers, settleVoucherJob } from '../payments/settle-redeemed-vouchers.js';
import { VoucherRedemption } from '../payments/voucher-redemption.js';
import { discardDraftJob, discardReplacedDrafts } from '../party1/drafts/discard-replaced-drafts.js';
import { ndasOwingKeyDestruction } from '../agreements/owed/key-destructions.js';
import {
  completedBefore,
  draftsBefore,
  ndasOwingMails,
  unfinishedBefore,
  unsentNdas,
} from '../agreements/owed/owed-work.js';
import { owedDiscards } from '../party1/drafts/owed-discards.sweep.js';
import { openPayments } from '../agreements/owed/open-payments.js';
import { Owed } from '../obligations/owed.js';
import { SendDigest } from '../obligations/send-digest.js';
import type { OwedMailParts } from '../mail/owed-mail-job.js';
import { OWED_MAIL_PARTS } from '../mail/tokens.js';
import { otherObligationQueries } from './other-obligation-queries.js';
import { withdrawalsOwingReceipts, withdrawalsAfterRetention } from '../withdrawals/owed-withdrawals.js';
import { owedReceipts, SendReceiptJob, sendReceiptWhenWithdrawn } from '../withdrawals/send-receipt.job.js';
import { valuesAgree } from '../vault/live-backends.js';
import { isOwnStream, STREAM_PREFIXES } from './streams.js';
import { unsettledRedemptions } from '../vouchers/unsettled-redemptions.js';

/** The reactions. Each of them turns events into owed work. */
export const reactions: BackgroundWork['reactions'] = [
  deliverWhenCompletedAndPaid,
  sendMailsWhenOwed,
  inviteWhenPaid,
  eraseKeyWhenNdaErased,
  eraseKeyWhenVoucherDeleted,
  settleRedeemedVouchers,
  pollUnwantedIntents,
  discardReplacedDrafts,
  sendReceiptWhenWithdrawn,
  endSessionWhenBegun,
  appendKeptReportsWhenKept,
];

/** Returns the background work of all modules. */
export function backgroundWork(
  app: INestApplicationContext,
  infrastructure: Infrastructure,
  erasers: Erasers,
): BackgroundWork {
  const { backgroundPool: pool, clock, records, logger } = infrastructure;
  const commands = app.get(Commands);
  const [payments, mails] = [
    app.get(KeptPayments, { strict: false }),
    app.get(KeptMailReports, { strict: false }),
  ];
  const ended = app.get(EndedObligations, { strict: false });
  const { retention, logPassHours } = app.get<Config>(CONFIG);
  const owed = new Owed(pool, clock, otherObligationQueries(retention), () => ended.facts());
  const pass = endlessPass(infrastructure, logPassHours);
  const sandbox = app.get(SandboxProvider);
  const reports = app.get(PaymentReports);
  const isEnded = (stream: string): boolean => records.isEnded(stream);
  return {
    owed,
    records,
    reactions,
    jobs: [
      app.get(DeliverNdaJob),
      app.get(SendDocumentJob),
      app.get(SendMailJob),
      app.get(QueueOwedMailsJob),
      app.get(InviteWhenPaidJob),
      eraseKeyJob(erasers.ndas),
      eraseVoucherKeyJob(erasers.vouchers),
      eraseWithdrawalKeyJob(erasers.withdrawals),
      app.get(SendReceiptJob),
      settleVoucherJob(app.get(VoucherRedemption)),
      reportSandboxPaymentJob(sandbox, reports),
      discardDraftJob(commands, clock),
      app.get(PollPaymentJob),
      verifyLogJob(infrastructure),
      endSessionJob({ records: app.get(AccessLog, { strict: false }), isEnded, clock }),
      new AppendKeptReportsJob({
        commands,
        clock,
        logger,
        payment: (ndaId, facts) => payments.apply(ndaId, facts),
        mail: (ndaId, facts) => mails.apply(ndaId, facts),
      }),
      eraseWhenOpenedJob({ commands, clock, retention, isKeyDestroyed: destroyedKeysIn(infrastructure) }),
    ].map(parkedWhileClosed),
    sweeps: sweepsOf(infrastructure, retention),
    scheduled: [
      ...scheduledOf(app, infrastructure, owed),
      pass,
      recheckStreams(infrastructure, reactions),
      new FindMisplacedEvents({ ...infrastructure, streamPrefixes: STREAM_PREFIXES, isOwnStream }),
    ],
    pass,
  };
}

function scheduledOf(
  app: INestApplicationContext,
  infrastructure: Infrastructure,
  owed: Owed,
): BackgroundWork['scheduled'] {
  const {
    backgroundPool: pool,
    log,
    vault,
    receipts,
    clock,
    keyedHash,
    logger,
    tampering,
    tree,
    records,
  } = infrastructure;
  const commands = app.get(Commands);
  const { retention, checkpointMinutes } = app.get<Config>(CONFIG);
  const enqueue = (jobs: readonly KeyedJob[]): Promise<number> => enqueueMissing(pool, jobs);
  return [
    remindAndExpire({ pool, commands, clock, logger }),
    eraseOldDrafts({
      draftsBefore: draftsBefore.bind(undefined, pool),
      commands,
      clock,
      logger,
      enqueue,
      days: retention.unsignedDraftDays,
    }),
    new SendDigest({ ...app.get<OwedMailParts>(OWED_MAIL_PARTS, { strict: false }), owed, vault }),
    ...eraseOldAgreements({
      completedBefore: completedBefore.bind(undefined, pool),
      unfinishedBefore: unfinishedBefore.bind(undefined, pool),
      commands,
      clock,
      logger,
      enqueue,
      keptFor: retention,
    }),
    countVisits(pool),
    forgetVisitors(pool, clock, retention.visitorDays),
    forgetLoginAttempts(pool, clock),
    endSessions({
      rows: new SessionRows(pool),
      records: app.get(AccessLog, { strict: false }),
      sessions: app.get(Sessions, { strict: false }),
      passwordsAgree: () => valuesAgree(pool, ['ADMIN_PASSWORD', 'AUDITOR_PASSWORD']),
      isEnded: (stream) => records.isEnded(stream),
      tampering,
      clock,
    }),
    forgetOld('forget-accepted-mails', new AcceptedMails(pool, clock, keyedHash)),
    forgetOld('forget-mailbox', new Mailbox(pool, vault, clock)),
    forgetOld('forget-handled-reports', new HandledReports(pool, clock)),
    signCheckpoints({ pool, log, receipts, clock, tampering, tree }, checkpointMinutes),
    findOpenedStreams({
      pool,
      log,
      logger,
      isEnded: (stream, place) => place?.fault === 'ended' || records.isEnded(stream),
    }),
  ];
}

/** Returns the sweeps. Each finds all open obligations of one kind, even those whose jobs are lost. */
function sweepsOf(
  { backgroundPool: pool, clock, records }: Pick<Infrastructure, 'backgroundPool' | 'clock' | 'records'>,
  { voucherDays, withdrawalDays }: Config['retention'],
): BackgroundWork['sweeps'] {
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);
  const isKeyDestroyed = (stream: string): boolean => records.isKeyDestroyed(stream);
  return [
    owedDeliveries((after, limit) => unsentNdas(pool, after, limit)),
    owedMails((after, limit) => ndasOwingMails(pool, clock.now(), after, limit)),
    owedInvitations(pool),
    owedKeyDestructions(ndasOwingKeyDestruction.bind(undefined, pool), isKeyDestroyed),
    owedVoucherKeyDestructions(
      (after, limit) => vouchersAfterRetention(pool, daysAgo(voucherDays), after, limit),
      isKeyDestroyed,
    ),
    owedReceipts((after, limit) => withdrawalsOwingReceipts(pool, after, limit)),
    owedWithdrawalKeyDestructions(
      (after, limit) => withdrawalsAfterRetention(pool, daysAgo(withdrawalDays), after, limit),
      isKeyDestroyed,
    ),
    owedSettlements(
      unsettledRedemptions(pool),
      { clock, cursor: sweepCursor(pool, OWED_SETTLEMENTS) },
      (stream) => records.isEnded(stream),
    ),
    owedDiscards(pool, clock),
    owedPolls((after, limit) => openPayments(pool, after, limit)),
    owedKeptReports(async () => (await records.ready()).streamsWithReports()),
    owedEndedKeys(async () => (await records.ready()).streamsOwingKeys()),
  ];
}
