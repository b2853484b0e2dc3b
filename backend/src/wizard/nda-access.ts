import { Injectable } from '@nestjs/common';
import { opensNda, requireKept } from '../nda/rules/creator.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { NdaReadModel } from './nda-read-model.js';
import type { NdaRow } from './nda-row.js';
import type { Reader } from './reader.js';

export type ReadingRole = 'party1' | 'admin';

/** Who may read an NDA: its creator, or the admin. Anyone else gets the answer of an unknown id. */
@Injectable()
export class NdaAccess {
  constructor(private readonly ndas: NdaReadModel) {}

  async read(id: string, reader: Reader): Promise<NdaRow> {
    return (await this.readAs(id, reader)).row;
  }

  /** @throws RuleBroken not_found, nda_discarded */
  async readAs(id: string, reader: Reader): Promise<{ row: NdaRow; role: ReadingRole }> {
    const row = (await this.ndas.row(id)) ?? (await this.rowToCome(id, reader));
    if (row === undefined) throw new RuleBroken('not_found');
    if (opensNda(reader.creatorKeyHash, row)) {
      requireKept(row);
      return { row, role: 'party1' };
    }
    if (!(await reader.isAdmin())) throw new RuleBroken('not_found');
    await reader.record(id);
    return { row, role: 'admin' };
  }

  /**
   * Whoever was told that an NDA is made finds it, also where its row is still to come (rule:read-your-writes).
   * For those who never made one, and are no admin, no stream is looked for.
   */
  private async rowToCome(id: string, reader: Reader): Promise<NdaRow | undefined> {
    const mayFind = reader.creatorKeyHash !== undefined || (await reader.isAdmin());
    return mayFind ? this.ndas.foldStream(id) : undefined;
  }
}
