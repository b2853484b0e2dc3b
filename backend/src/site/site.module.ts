import { Module } from '@nestjs/common';
import { SiteController } from './site.controller.js';
import { ReadSiteHandler } from './site.queries.js';

@Module({ controllers: [SiteController], providers: [ReadSiteHandler] })
export class SiteModule {}
