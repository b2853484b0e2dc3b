import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { Visits } from './visits.js';

@Module({ controllers: [AnalyticsController], providers: [Visits] })
export class AnalyticsModule {}
