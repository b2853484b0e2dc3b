import { Module } from '@nestjs/common';
import { FiguresController } from './figures.controller.js';
import { ReadAdminFiguresHandler, ReadSummaryHandler } from './figures.queries.js';

@Module({
  controllers: [FiguresController],
  providers: [ReadSummaryHandler, ReadAdminFiguresHandler],
})
export class FiguresModule {}
