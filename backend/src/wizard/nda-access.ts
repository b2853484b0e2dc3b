import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { opensNda, requireKept } from '../nda/rules/creator.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { READ_ACCESS } from './tokens.js';
import type { NdaRow } from './nda-row.js';
import { NdaQueries } from './nda.queries.js';
import { Party1 } from './party1.js';

/**
 * Whether this request carries an admin's session, and a place to note that personal data was read
 * (rule:readings-are-recorded).
 */
export interface AdminReading {
  isAdmin(request: FastifyRequest): Promise<boolean>;
  record(request: FastifyRequest, ndaId: string, what: string): Promise<void>;
}

/** Who may read an NDA: its creator, or the admin. Anyone else gets the answer of an unknown id. */
@Injectable()
export class NdaAccess {
  constructor(
    private readonly queries: NdaQueries,
    private readonly party1: Party1,
    @Inject(READ_ACCESS) private readonly admins: AdminReading,
  ) {}

  async read(id: string, request: FastifyRequest): Promise<NdaRow> {
    return (await this.readAs(id, request)).row;
  }

  /** @throws RuleBroken not_found, nda_discarded */
  async readAs(id: string, request: FastifyRequest): Promise<{ row: NdaRow; role: 'party1' | 'admin' }> {
    const row = await this.queries.row(id);
    if (row === undefined) throw new RuleBroken('not_found');
    if (opensNda(this.party1.hashOf(request), row)) {
      requireKept(row);
      return { row, role: 'party1' };
    }
    if (!(await this.admins.isAdmin(request))) throw new RuleBroken('not_found');
    await this.admins.record(request, id, request.routeOptions.url ?? '');
    return { row, role: 'admin' };
  }
}
