import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { Erasures } from './agreements/erasures.js';
import { ListedNdasController } from './agreements/listed-ndas.controller.js';

/** The admin's list of agreements, and the erasing of one. */
@Module({
  imports: [AgreementsModule],
  controllers: [ListedNdasController],
  providers: [Erasures],
})
export class AdminModule {}
