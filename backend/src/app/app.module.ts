import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { AdminModule } from '../admin/admin.module.js';
import { LoginModule } from '../admin/login/login.module.js';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { FiguresModule } from '../analytics/figures.module.js';
import { AccessLog } from '../audit/access-log.js';
import { AuditModule } from '../audit/audit.module.js';
import { AssistantModule } from '../assistant/assistant.module.js';
import { SERVICE_FIGURES } from '../assistant/service-figures.js';
import { Commands } from '../bus/commands.js';
import { Queries } from '../bus/queries.js';
import { DeliveryService } from '../delivery/delivery-service.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { HttpModule } from '../http/http.module.js';
import { commandContextOf } from '../http/requests/request-context.js';
import { SESSION_RECORDS } from '../http/callers/session-records.js';
import { Sessions } from '../http/callers/sessions.js';
import { OwedMailRequests } from '../invitations/owed-mail-requests.js';
import { InvitationMailsModule } from '../invitations/invitation-mails.module.js';
import { InvitationClockModule } from '../invitations/invitation-clock.module.js';
import type { ClosableStreams } from '../obligations/close-obligation.js';
import type { CompleteObligations } from '../obligations/obligation.queries.js';
import { ObligationsModule } from '../obligations/obligations.module.js';
import {
  OTHER_CLOSABLE_STREAMS,
  COMPLETE_OBLIGATIONS,
  OTHER_OBLIGATION_QUERIES,
} from '../obligations/tokens.js';
import type { Config } from '../platform/config/config.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { CLOCK, CONFIG, LOGGER, POOL, TAMPERING } from '../platform/wiring/tokens.js';
import { assistantFigures } from './assistant-figures.js';
import { otherObligationQueries } from './other-obligation-queries.js';
import { InfrastructureModule, type InfrastructureParts } from './infrastructure.module.js';
import { SigningPageModule } from '../signing-page/signing-page.module.js';
import { DOCUMENT_NAMING } from '../signing-page/tokens.js';
import { SiteModule } from '../site/site.module.js';
import type { AdminReading } from '../agreements/reading/reader.js';
import { TypedNameModule } from '../typed-name/typed-name.module.js';
import { VerificationModule } from '../verification/verification.module.js';
import { DELIVERY_SERVICE, OWED_MAILS, READ_ACCESS } from '../agreements/reading/tokens.js';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { CurrentNdas } from '../agreements/current-ndas.js';
import { findOrder } from '../agreements/finding/find-order.js';
import { ownOrder } from '../agreements/finding/own-order.js';
import { Party1Module } from '../party1/party1.module.js';
import { FIND_ORDER, type FindOrder, OWN_ORDER } from '../withdrawals/tokens.js';
import { WithdrawalsModule } from '../withdrawals/withdrawals.module.js';
import { VouchersModule } from '../vouchers/vouchers.module.js';
import { Withdrawals } from '../withdrawals/withdrawals.js';

const adminReading = (sessions: Sessions, log: AccessLog, clock: Clock): AdminReading => ({
  isAdmin: async (request: FastifyRequest) => {
    request.session ??= await sessions.find(request);
    return request.session?.role === 'admin';
  },
  record: async (request, ndaIds, what) => {
    const { session } = request;
    if (session === undefined) throw new RuleBroken('unauthenticated');
    const { id, role } = session;
    await log.record(id, { role, what, ndaIds }, commandContextOf(request, role, clock));
  },
});

/**
 * Connects modules that do not import each other. A module may declare a token for a dependency. This module
 * binds that token to another module's implementation.
 */
@Global()
@Module({
  imports: [
    AgreementsModule,
    DeliveryModule,
    InvitationMailsModule,
    Party1Module,
    WithdrawalsModule,
    AuditModule,
  ],
  providers: [
    { provide: READ_ACCESS, inject: [Sessions, AccessLog, CLOCK], useFactory: adminReading },
    { provide: SESSION_RECORDS, useExisting: AccessLog },
    { provide: DELIVERY_SERVICE, useExisting: DeliveryService },
    { provide: OWED_MAILS, useExisting: OwedMailRequests },
    { provide: DOCUMENT_NAMING, useExisting: DeliveryService },
    {
      provide: OTHER_OBLIGATION_QUERIES,
      inject: [CONFIG],
      useFactory: ({ retention }: Config) => otherObligationQueries(retention),
    },
    { provide: SERVICE_FIGURES, inject: [Queries], useFactory: assistantFigures },
    {
      provide: FIND_ORDER,
      inject: [POOL, CurrentNdas, TAMPERING],
      useFactory: (pool: Pool, ndas: CurrentNdas, tampering: Tampering) =>
        findOrder({ pool, ndas, tampering }),
    },
    {
      provide: OWN_ORDER,
      inject: [FIND_ORDER, Commands, LOGGER],
      useFactory: (find: FindOrder, commands: Commands, logger: Logger) =>
        ownOrder({ find, commands, logger }),
    },
    {
      provide: OTHER_CLOSABLE_STREAMS,
      inject: [Withdrawals],
      useFactory: (withdrawals: Withdrawals): readonly ClosableStreams[] => [withdrawals],
    },
    {
      provide: COMPLETE_OBLIGATIONS,
      inject: [Withdrawals],
      useFactory:
        (withdrawals: Withdrawals): CompleteObligations =>
        (items) =>
          withdrawals.complete(items),
    },
  ],
  exports: [
    OTHER_OBLIGATION_QUERIES,
    OTHER_CLOSABLE_STREAMS,
    COMPLETE_OBLIGATIONS,
    FIND_ORDER,
    OWN_ORDER,
    SERVICE_FIGURES,
    READ_ACCESS,
    SESSION_RECORDS,
    DELIVERY_SERVICE,
    OWED_MAILS,
    DOCUMENT_NAMING,
  ],
})
class PortBindings {}

@Module({})
export class AppModule {
  static with(parts: InfrastructureParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ScheduleModule.forRoot(),
        InfrastructureModule.with(parts),
        HttpModule,
        PortBindings,
        Party1Module,
        SigningPageModule,
        DeliveryModule,
        InvitationMailsModule,
        InvitationClockModule,
        AnalyticsModule,
        FiguresModule,
        VerificationModule,
        SiteModule,
        WithdrawalsModule,
        ObligationsModule,
        AuditModule,
        AssistantModule,
        TypedNameModule,
        VouchersModule,
        AdminModule,
        LoginModule.with(parts.credentials),
      ],
    };
  }
}
