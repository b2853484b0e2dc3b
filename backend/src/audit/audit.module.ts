import { Module } from '@nestjs/common';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { JOURNAL, MAY_RECORD } from '../platform/tokens.js';
import { AccessLog } from './access-log.js';
import { ReadingsController } from './readings.controller.js';
import { ListReadingsHandler } from './readings.query.js';

@Module({
  controllers: [ReadingsController],
  providers: [
    ListReadingsHandler,
    {
      provide: AccessLog,
      inject: [JOURNAL, MAY_RECORD],
      useFactory: (journal: Journal, assertMayRecord: () => void) =>
        new AccessLog({ journal, assertMayRecord }),
    },
  ],
  exports: [AccessLog],
})
export class AuditModule {}
