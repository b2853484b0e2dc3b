import { Module } from '@nestjs/common';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { EVENT_STORE, JOURNAL, MAY_RECORD } from '../platform/wiring/tokens.js';
import { AccessLog } from './access-log.js';
import { ReadingsController } from './readings.controller.js';
import { ListReadingsHandler } from './readings.query.js';

@Module({
  controllers: [ReadingsController],
  providers: [
    ListReadingsHandler,
    {
      provide: AccessLog,
      inject: [JOURNAL, EVENT_STORE, MAY_RECORD],
      useFactory: (journal: Journal, store: EventStore, assertMayRecord: () => void) =>
        new AccessLog({ journal, store, assertMayRecord }),
    },
  ],
  exports: [AccessLog],
})
export class AuditModule {}
