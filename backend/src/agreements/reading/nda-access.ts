import { Injectable } from '@nestjs/common';
import type { ReadingKind } from '@siegel/contracts/enums';
import { opensNda, requireNotDiscarded } from '../../nda/rules/creator.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { Agreement } from '../agreement.js';
import { CurrentNdas } from '../current-ndas.js';
import type { Reader } from './reader.js';

export type ReadingRole = 'party1' | 'admin';

/**
 * Who may read an NDA: its creator, or the admin. Anyone else gets the answer of an unknown id. Right and content both
 * come from the stream as it is now (rule:stream-confirms-who-may): no row of the table is asked.
 */
@Injectable()
export class NdaAccess {
  constructor(private readonly ndas: CurrentNdas) {}

  /** @throws RuleBroken not_found, nda_discarded */
  async readAs(id: string, reader: Reader): Promise<{ nda: Agreement; role: ReadingRole }> {
    // For those who never made one, and are no admin, no stream is looked for.
    const isKnown = reader.creatorKeyHash !== undefined || (await reader.isAdmin());
    const nda = isKnown ? await this.ndas.one(id) : undefined;
    if (nda === undefined) throw new RuleBroken('not_found');
    if (opensNda(reader.creatorKeyHash, nda.state)) {
      requireNotDiscarded(nda.state);
      return { nda, role: 'party1' };
    }
    if (await reader.isAdmin()) return { nda, role: 'admin' };
    throw new RuleBroken('not_found');
  }

  /**
   * What the NDA has for this reader. Where it has not, and the stream has moved on meanwhile, it is looked at once
   * more. What the admin is about to be shown is recorded (rule:readings-are-recorded).
   * @param what the admin sees of it
   * @param have finds it, or throws RuleBroken
   * @throws RuleBroken not_found, nda_discarded, and what `have` throws of the NDA as it is now; Unavailable where the
   * reading cannot be recorded
   */
  async readFor<Had>(
    id: string,
    reader: Reader,
    what: ReadingKind,
    have: (nda: Agreement, role: ReadingRole) => Had | Promise<Had>,
  ): Promise<Had> {
    const { nda, role } = await this.readAs(id, reader);
    const had = await this.had(id, reader, { nda, role }, have);
    if (role === 'admin') await reader.record(id, what);
    return had;
  }

  private async had<Had>(
    id: string,
    reader: Reader,
    { nda, role }: { nda: Agreement; role: ReadingRole },
    have: (nda: Agreement, role: ReadingRole) => Had | Promise<Had>,
  ): Promise<Had> {
    try {
      return await have(nda, role);
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      const now = await this.readAs(id, reader);
      if (now.nda.state.revision === nda.state.revision) throw error;
      return have(now.nda, now.role);
    }
  }
}
