import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { Erasures } from './agreements/erasures.js';
import { ListedNdasController } from './agreements/listed-ndas.controller.js';

/** Provides the admin's list of agreements, and the erasure of an agreement. */
@Module({
  imports: [AgreementsModule],
  controllers: [ListedNdasController],
  providers: [Erasures],
})
export class AdminModule {}
