import { OneStoredAgreement1795000009000 } from '../agreements/migrations/1795000009000-one-stored-agreement.js';
import { VoucherEntity } from '../vouchers/voucher.entity.js';
import { VoucherSearchEntity } from '../vouchers/voucher-search.entity.js';
import { VoucherSearch1795000005270 } from '../vouchers/migrations/1795000005270-voucher-search.js';
import { Admin1763700000200 } from '../admin/migrations/1763700000200-admin.js';
import { VoucherParty1795000000900 } from '../vouchers/migrations/1795000000900-voucher-party.js';
import { VoucherKeys1795000001100 } from '../vouchers/migrations/1795000001100-voucher-keys.js';
import { OwedVoucherWork1795000001900 } from '../vouchers/migrations/1795000001900-owed-voucher-work.js';
import { DueVoucherKeys1795000003750 } from '../vouchers/migrations/1795000003750-due-voucher-keys.js';
import { LoginAttemptEntity } from '../admin/login/login-attempt.entity.js';
import { FigureSumEntity, NdaFiguresEntity } from '../analytics/figures.entity.js';
import { ReadingEntity } from '../audit/reading.entity.js';
import { Readings1795000005260 } from '../audit/migrations/1795000005260-readings.js';
import { FunnelEventEntity } from '../analytics/funnel-event.entity.js';
import { Analytics1763700000300 } from '../analytics/migrations/1763700000300-analytics.js';
import { VisitsToDelete1795000009082 } from '../analytics/migrations/1795000009082-visits-to-delete.js';
import { VisitorsToForget1795000002000 } from '../analytics/migrations/1795000002000-visitors-to-forget.js';
import { Figures1795000005410 } from '../analytics/migrations/1795000005410-figures.js';
import { CountedVisits1795000005420 } from '../analytics/migrations/1795000005420-counted-visits.js';
import { PageViewEntity } from '../analytics/page-view.entity.js';
import { VisitSumEntity } from '../analytics/visit-sum.entity.js';
import { AcceptedMailEntity } from '../mail/accepted-mail.entity.js';
import { HandledReportEntity } from '../mail/sendgrid/handled-report.entity.js';
import { HandledMailReports1795000004200 } from '../mail/sendgrid/migrations/1795000004200-handled-mail-reports.js';
import { ParkedJobs1795000009710 } from '../platform/jobs/migrations/1795000009710-parked-jobs.js';
import { ListedMails1795000009530 } from '../mail/migrations/1795000009530-listed-mails.js';
import { MailboxMessageEntity } from '../mail/mailbox-message.entity.js';
import { MailsOfErasedNdas1795000001200 } from '../mail/migrations/1795000001200-mails-of-erased-ndas.js';
import { Mailbox1795000000500 } from '../mail/migrations/1795000000500-mailbox.js';
import { AcceptedMails1795000001300 } from '../mail/migrations/1795000001300-accepted-mails.js';
import { AppliedErasures1795000001600 } from '../eventsourcing/subscriptions/migrations/1795000001600-applied-erasures.js';
import { BeginnersOfMails1795000002700 } from '../mail/migrations/1795000002700-beginners-of-mails.js';
import { ProofsOfAcceptedMails1795000008150 } from '../mail/migrations/1795000008150-proofs-of-accepted-mails.js';
import { BegunMails1795000001500 } from '../mail/migrations/1795000001500-begun-mails.js';
import { Invitations1795000004210 } from '../agreements/migrations/1795000004210-invitations.js';
import { SandboxPaymentIntents1763600000002 } from '../payments/sandbox/migrations/1763600000002-sandbox-payment-intents.js';
import { RefusedCards1795000008062 } from '../payments/sandbox/migrations/1795000008062-refused-cards.js';
import { SandboxIntentEntity } from '../payments/sandbox/sandbox-intent.entity.js';
import { RateLimits1763700000100 } from '../http/migrations/1763700000100-rate-limits.js';
import { AdminSessions1763700000110 } from '../http/migrations/1763700000110-admin-sessions.js';
import { SessionsKnowTheirPassword1795000001720 } from '../http/migrations/1795000001720-sessions-know-their-password.js';
import { RateLimitEntity } from '../http/limits/rate-limit.entity.js';
import { SessionEntity } from '../http/callers/session.entity.js';
import { LeaseEntity } from '../eventsourcing/subscriptions/leases/lease.entity.js';
import { Leases1763700300001 } from '../eventsourcing/subscriptions/leases/migrations/1763700300001-leases.js';
import { SealCertificates1795000000600 } from '../pades/migrations/1795000000600-seal-certificates.js';
import { SealCertificateEntity } from '../pades/seal-certificate.entity.js';
import { CheckpointEntity } from '../eventsourcing/subscriptions/checkpoint.entity.js';
import { Projections1763700300002 } from '../eventsourcing/projections/migrations/1763700300002-projections.js';
import { DoneTombstones1795000001700 } from '../eventsourcing/projections/migrations/1795000001700-done-tombstones.js';
import { ProjectionTombstoneEntity } from '../eventsourcing/projections/projection-tombstone.entity.js';
import { SweepPlaces1795000003740 } from '../eventsourcing/reactions/migrations/1795000003740-sweep-places.js';
import { SweepPlaceEntity } from '../eventsourcing/reactions/sweep-place.entity.js';
import { JobEntity } from '../platform/jobs/job.entity.js';
import { Jobs1795000001400 } from '../platform/jobs/migrations/1795000001400-jobs.js';
import { CausesOfJobs1795000007000 } from '../platform/jobs/migrations/1795000007000-causes-of-jobs.js';
import { JobsKnowTheirAge1795000007610 } from '../platform/jobs/migrations/1795000007610-jobs-know-their-age.js';
import { WorkerHeartbeats1763700300003 } from '../platform/jobs/migrations/1763700300003-worker-heartbeats.js';
import { WorkerHeartbeatEntity } from '../platform/jobs/worker-heartbeat.entity.js';
import { WriteProbe1795000002800 } from '../platform/postgres/migrations/1795000002800-write-probe.js';
import { WriteProbeEntity } from '../platform/postgres/write-probe.entity.js';
import { MissingKeys1795000003100 } from '../vault/migrations/1795000003100-missing-keys.js';
import { SigningKeyProofs1795000007630 } from '../vault/migrations/1795000007630-signing-key-proofs.js';
import { DestructionNumbers1795000003200 } from '../vault/migrations/1795000003200-destruction-numbers.js';
import { MissingKeyEntity } from '../vault/missing-key.entity.js';
import { StoreInUse1795000003400 } from '../eventsourcing/event-store/in-use/migrations/1795000003400-store-in-use.js';
import { StoreInUseEntity } from '../eventsourcing/event-store/in-use/store-in-use.entity.js';
import { LogCheckpointEntity } from '../proof/log-checkpoint.entity.js';
import { LogLeafEntity } from '../proof/log-leaf.entity.js';
import { LogNodeEntity } from '../proof/log-node.entity.js';
import { LogTreeEntity } from '../proof/log-tree.entity.js';
import { LogForkEntity } from '../proof/log-fork.entity.js';
import { LogVerificationEntity } from '../proof/log-verification.entity.js';
import { LogProof1795000006000 } from '../proof/migrations/1795000006000-log-proof.js';
import { TreeSeal1795000009640 } from '../proof/migrations/1795000009640-tree-seal.js';
import { LogPassEntity } from '../proof/endless/log-pass.entity.js';
import { TamperedStreamEntity } from '../proof/endless/tampered-stream.entity.js';
import { LeavesOfRecords1795000010200 } from '../proof/migrations/1795000010200-leaves-of-records.js';
import { EndlessPass1795000009650 } from '../proof/migrations/1795000009650-endless-pass.js';
import { LogVerification1795000006810 } from '../proof/migrations/1795000006810-log-verification.js';
import { ListPlaceEntity } from '../erasure/list-place.entity.js';
import { ErasureListPlaces1795000003300 } from '../erasure/migrations/1795000003300-erasure-list-places.js';
import { Vault1795000000100 } from '../vault/migrations/1795000000100-vault.js';
import { LiveBackends1795000001710 } from '../vault/migrations/1795000001710-live-backends.js';
import { LiveBackendEntity } from '../vault/live-backend.entity.js';
import { HeardDestructions1795000002100 } from '../vault/migrations/1795000002100-heard-destructions.js';
import { SealedBlobEntity } from '../vault/sealed-blob.entity.js';
import { SecretCheckEntity } from '../vault/secret-check.entity.js';
import { SigningKeyEntity } from '../vault/signing-key.entity.js';
import { VaultKeyEntity } from '../vault/vault-key.entity.js';
import { SigningLinks1795000000700 } from '../agreements/migrations/1795000000700-signing-links.js';
import { Ndas1763600000001 } from '../agreements/migrations/1763600000001-ndas.js';
import { NdaReplaces1795000000800 } from '../agreements/migrations/1795000000800-nda-replaces.js';
import { NdaCreators1795000001000 } from '../agreements/migrations/1795000001000-nda-creators.js';
import { AgreementCommitment1795000003500 } from '../agreements/migrations/1795000003500-agreement-commitment.js';
import { OpenIntents1795000003600 } from '../agreements/migrations/1795000003600-open-intents.js';
import { InvitationsAndMails1795000004100 } from '../agreements/migrations/1795000004100-invitations-and-mails.js';
import { VoucherObligations1795000004710 } from '../vouchers/migrations/1795000004710-voucher-obligations.js';
import { Obligations1795000004700 } from '../agreements/migrations/1795000004700-obligations.js';
import { AllOpenIntents1795000004900 } from '../agreements/migrations/1795000004900-open-intents.js';
import { OrderNumbers1795000005000 } from '../agreements/migrations/1795000005000-order-numbers.js';
import { MoneyBack1795000004800 } from '../agreements/migrations/1795000004800-money-back.js';
import { OwedMails1795000004500 } from '../agreements/migrations/1795000004500-owed-mails.js';
import { NdaObligations1795000001800 } from '../agreements/migrations/1795000001800-nda-obligations.js';
import { AgreementEntity } from '../agreements/agreement.entity.js';
import { NdaSearch1795000005240 } from '../agreements/migrations/1795000005240-nda-search.js';
import { ListedNdas1795000005250 } from '../agreements/migrations/1795000005250-listed-ndas.js';
import { AuditedNdas1795000006110 } from '../agreements/migrations/1795000006110-audited-ndas.js';
import { AgreementsToErase1795000006710 } from '../agreements/migrations/1795000006710-agreements-to-erase.js';
import { DropReplacedTables1795000010100 } from '../agreements/migrations/1795000010100-drop-replaced-tables.js';
import { NdaSearchEntity } from '../agreements/search/nda-search.entity.js';
import { Withdrawals1795000005100 } from '../withdrawals/migrations/1795000005100-withdrawals.js';
import { WithdrawalEntity } from '../withdrawals/withdrawal.entity.js';

/** The entities of all tables outside the event store. A test compares this list with the migrations. */
export const entities = [
  AcceptedMailEntity,
  CheckpointEntity,
  FigureSumEntity,
  FunnelEventEntity,
  HandledReportEntity,
  JobEntity,
  LeaseEntity,
  LiveBackendEntity,
  LoginAttemptEntity,
  ListPlaceEntity,
  MailboxMessageEntity,
  MissingKeyEntity,
  AgreementEntity,
  NdaFiguresEntity,
  NdaSearchEntity,
  PageViewEntity,
  ProjectionTombstoneEntity,
  RateLimitEntity,
  ReadingEntity,
  SandboxIntentEntity,
  SealCertificateEntity,
  SealedBlobEntity,
  SecretCheckEntity,
  SessionEntity,
  SigningKeyEntity,
  StoreInUseEntity,
  SweepPlaceEntity,
  VaultKeyEntity,
  VisitSumEntity,
  VoucherEntity,
  VoucherSearchEntity,
  WithdrawalEntity,
  WorkerHeartbeatEntity,
  WriteProbeEntity,
  LogLeafEntity,
  LogNodeEntity,
  LogCheckpointEntity,
  LogTreeEntity,
  LogForkEntity,
  LogVerificationEntity,
  LogPassEntity,
  TamperedStreamEntity,
] as const;

export const migrations = [
  Ndas1763600000001,
  SandboxPaymentIntents1763600000002,
  RateLimits1763700000100,
  AdminSessions1763700000110,
  Admin1763700000200,
  Analytics1763700000300,
  Leases1763700300001,
  Projections1763700300002,
  WorkerHeartbeats1763700300003,
  Vault1795000000100,
  Mailbox1795000000500,
  SealCertificates1795000000600,
  SigningLinks1795000000700,
  NdaReplaces1795000000800,
  VoucherParty1795000000900,
  NdaCreators1795000001000,
  VoucherKeys1795000001100,
  MailsOfErasedNdas1795000001200,
  AcceptedMails1795000001300,
  Jobs1795000001400,
  BegunMails1795000001500,
  AppliedErasures1795000001600,
  DoneTombstones1795000001700,
  LiveBackends1795000001710,
  SessionsKnowTheirPassword1795000001720,
  NdaObligations1795000001800,
  OwedVoucherWork1795000001900,
  VisitorsToForget1795000002000,
  HeardDestructions1795000002100,
  BeginnersOfMails1795000002700,
  WriteProbe1795000002800,
  MissingKeys1795000003100,
  DestructionNumbers1795000003200,
  ErasureListPlaces1795000003300,
  StoreInUse1795000003400,
  AgreementCommitment1795000003500,
  OpenIntents1795000003600,
  SweepPlaces1795000003740,
  DueVoucherKeys1795000003750,
  InvitationsAndMails1795000004100,
  HandledMailReports1795000004200,
  Invitations1795000004210,
  OwedMails1795000004500,
  Obligations1795000004700,
  VoucherObligations1795000004710,
  MoneyBack1795000004800,
  AllOpenIntents1795000004900,
  OrderNumbers1795000005000,
  Withdrawals1795000005100,
  NdaSearch1795000005240,
  ListedNdas1795000005250,
  Readings1795000005260,
  VoucherSearch1795000005270,
  Figures1795000005410,
  CountedVisits1795000005420,
  LogProof1795000006000,
  AuditedNdas1795000006110,
  AgreementsToErase1795000006710,
  LogVerification1795000006810,
  CausesOfJobs1795000007000,
  JobsKnowTheirAge1795000007610,
  SigningKeyProofs1795000007630,
  RefusedCards1795000008062,
  ProofsOfAcceptedMails1795000008150,
  OneStoredAgreement1795000009000,
  VisitsToDelete1795000009082,
  ListedMails1795000009530,
  TreeSeal1795000009640,
  EndlessPass1795000009650,
  ParkedJobs1795000009710,
  DropReplacedTables1795000010100,
  LeavesOfRecords1795000010200,
] as const;
