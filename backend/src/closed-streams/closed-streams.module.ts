import { Module } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import { CLOCK, LOGGER, TRUST_RECORDS } from '../platform/wiring/tokens.js';
import { EndedObligations } from './ended-obligations.js';
import { ReportKeeper } from './report-keeper.js';

@Module({
  providers: [
    provideClassWithParts(ReportKeeper, { commands: Commands, clock: CLOCK, logger: LOGGER }),
    provideClassWithParts(EndedObligations, { records: TRUST_RECORDS, commands: Commands }),
  ],
  exports: [ReportKeeper, EndedObligations],
})
export class ClosedStreamsModule {}
