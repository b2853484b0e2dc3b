import { Module } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import { CLOCK, LOGGER } from '../platform/wiring/tokens.js';
import { ReportKeeper } from './report-keeper.js';

@Module({
  providers: [provideClassWithParts(ReportKeeper, { commands: Commands, clock: CLOCK, logger: LOGGER })],
  exports: [ReportKeeper],
})
export class ClosedStreamsModule {}
