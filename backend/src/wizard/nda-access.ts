import { Injectable } from '@nestjs/common';
import type { ReadingKind } from '@siegel/contracts/enums';
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

  /** @throws RuleBroken not_found, nda_discarded */
  async readAs(id: string, reader: Reader): Promise<{ row: NdaRow; role: ReadingRole }> {
    const row = (await this.ndas.row(id)) ?? (await this.rowToCome(id, reader));
    if (row === undefined) throw new RuleBroken('not_found');
    if (opensNda(reader.creatorKeyHash, row)) return asCreator(row);
    if (await reader.isAdmin()) return { row, role: 'admin' };
    return asCreator(await this.rowOfWhoeverWasLetIn(id, reader));
  }

  /**
   * What the NDA has for this reader. A row may lag behind what the reader was told already, so it refuses
   * nobody: the stream has the last word (rule:read-your-writes). What the admin is about to be shown is recorded
   * (rule:readings-are-recorded).
   * @param what the admin sees of it
   * @param have finds it, or throws RuleBroken
   * @throws RuleBroken not_found, nda_discarded, and what `have` throws of the NDA as it is now; Unavailable where the
   * reading cannot be recorded
   */
  async readFor<Had>(
    id: string,
    reader: Reader,
    what: ReadingKind,
    have: (row: NdaRow, role: ReadingRole) => Had | Promise<Had>,
  ): Promise<Had> {
    const { row, role } = await this.readAs(id, reader);
    const had = await this.had(id, row, role, have);
    if (role === 'admin') await reader.record(id, what);
    return had;
  }

  private async had<Had>(
    id: string,
    row: NdaRow,
    role: ReadingRole,
    have: (row: NdaRow, role: ReadingRole) => Had | Promise<Had>,
  ): Promise<Had> {
    try {
      return await have(row, role);
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      const now = await this.ndas.foldStream(id);
      if (now === undefined || now.revision === row.revision) throw error;
      return have(now, role);
    }
  }

  /** A browser that another backend has just let in is not in the row yet. @throws RuleBroken not_found */
  private async rowOfWhoeverWasLetIn(id: string, { creatorKeyHash }: Reader): Promise<NdaRow> {
    const now = creatorKeyHash === undefined ? undefined : await this.ndas.foldStream(id);
    if (now === undefined || !opensNda(creatorKeyHash, now)) throw new RuleBroken('not_found');
    return now;
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

/** @throws RuleBroken nda_discarded */
function asCreator(row: NdaRow): { row: NdaRow; role: ReadingRole } {
  requireKept(row);
  return { row, role: 'party1' };
}
