import { Injectable } from '@nestjs/common';
import type { ReadingKind } from '@siegel/contracts/enums';
import { openingKeyOf, requireNotDiscarded } from '../../nda/rules/creator.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { Agreement } from '../agreement.js';
import { CurrentNdas } from '../current-ndas.js';
import type { Reader } from './reader.js';

export type ReadingRole = 'party1' | 'admin';

interface Read {
  readonly nda: Agreement;
  readonly role: ReadingRole;
}

/**
 * Decides who may read an NDA: its creator, or the admin. Anyone else gets the same response as for an
 * unknown id. Access and content both come from the current stream, never from a row of the table
 * (rule:stream-confirms-who-may).
 */
@Injectable()
export class NdaAccess {
  constructor(private readonly ndas: CurrentNdas) {}

  /** @throws RuleBroken not_found, nda_discarded; StreamUntrusted for the admin if no event counts */
  async readAs(id: string, reader: Reader): Promise<Read> {
    // A reader without a creator key who is not the admin has no access, so no stream is read.
    const isKnown = reader.creatorKeys.length > 0 || (await reader.isAdmin());
    const nda = isKnown ? await this.ndas.one(id) : undefined;
    // The office learns that there is a stream of which nothing counts.
    if (nda === undefined && isKnown && (await reader.isAdmin())) return this.ndas.refuse(id);
    if (nda === undefined) throw new RuleBroken('not_found');
    const isCreator = openingKeyOf(reader.creatorKeys, nda.state) !== undefined;
    // An admin reads a closed NDA as the office, because a creator key opens nothing of it.
    if (isCreator && (nda.untrustedSince === undefined || !(await reader.isAdmin()))) {
      requireNotDiscarded(nda.state);
      return { nda, role: 'party1' };
    }
    if (await reader.isAdmin()) return { nda, role: 'admin' };
    throw new RuleBroken('not_found');
  }

  /**
   * Returns the data that `have` finds in the NDA for this reader. If `have` throws RuleBroken and the stream
   * has new events by then, `have` is called once more with the newer NDA. If the reader is the admin, the
   * reading is recorded before anything is shown (rule:readings-are-recorded).
   * @param what the kind of data that the admin is about to see
   * @param have finds the data, or throws RuleBroken
   * @throws RuleBroken not_found, nda_discarded, and the error that `have` throws for the current NDA;
   * stream_untrusted for the creator of a closed NDA, except for its view; Unavailable if the reading cannot be
   * recorded
   */
  async readFor<Had>(
    id: string,
    reader: Reader,
    what: ReadingKind,
    have: (nda: Agreement, role: ReadingRole) => Had | Promise<Had>,
  ): Promise<Had> {
    const { nda, role } = await this.allowed(id, reader, what);
    const had = await this.had({ id, reader, what }, { nda, role }, have);
    if (role === 'admin') await reader.record(id, what);
    return had;
  }

  /**
   * Works like `readAs`. The event that ended the access of a browser may be in the part of a closed stream
   * that does not count, so a creator key opens nothing sealed there (rule:closed-streams-open-nothing).
   */
  private async allowed(id: string, reader: Reader, what: ReadingKind): Promise<Read> {
    const read = await this.readAs(id, reader);
    if (read.role === 'party1' && read.nda.untrustedSince !== undefined && what !== 'nda')
      throw new RuleBroken('stream_untrusted');
    return read;
  }

  private async had<Had>(
    { id, reader, what }: { readonly id: string; readonly reader: Reader; readonly what: ReadingKind },
    { nda, role }: Read,
    have: (nda: Agreement, role: ReadingRole) => Had | Promise<Had>,
  ): Promise<Had> {
    try {
      return await have(nda, role);
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      const now = await this.allowed(id, reader, what);
      if (now.nda.state.revision === nda.state.revision) throw error;
      return have(now.nda, now.role);
    }
  }
}
