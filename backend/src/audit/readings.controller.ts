import { Controller, Get, Param, Query } from '@nestjs/common';
import { ReadingListQuery } from '@siegel/contracts/admin/requests';
import { type Page, readingPageSchema, type ReadingView } from '@siegel/contracts/admin/views';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { Roles } from '../http/callers/role.guard.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { ListReadings } from './readings.query.js';

/** Sends the list of readings of an NDA to auditor and admin (rule:readings-are-recorded). */
@Controller('api/audit/ndas')
@Roles('admin', 'auditor')
export class ReadingsController {
  constructor(private readonly queries: Queries) {}

  @Get(':id/readings')
  @Describe({
    id: 'listReadings',
    tag: 'Administration',
    summary: 'List the occasions on which admin or auditor saw personal data of an NDA, newest first',
    details:
      'The list contains no personal data, so it still exists after an erasure of the NDA. The auditor may make this call, too.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    query: ReadingListQuery,
    answers: { 200: json('One page of the list', readingPageSchema) },
  })
  list(
    @Param('id', UuidParam) id: string,
    @Query() { page, pageSize }: ReadingListQuery,
  ): Promise<Page<ReadingView>> {
    return this.queries.ask(new ListReadings(id, page, pageSize));
  }
}
