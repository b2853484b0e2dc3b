import type { Party } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { Pool } from 'pg';
import { type NdaEvent, type NdaPersonal, ndaStream } from '../nda/nda.events.js';
import type { Journal } from '../platform/journal/journal.js';
import { GONE, type ReadYourWrites } from '../platform/projections/projection.js';
import { RuleBroken } from '../platform/rule-broken.js';
import type { BlobStore } from '../platform/vault/blob-store.js';
import { ndaProjection } from './nda.projection.js';
import { NDA_COLUMNS, type NdaRow, type SealedPart } from './nda-row.js';
import { ndaView, type OpenedNda } from './nda-view.js';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const selectRow = `SELECT ${NDA_COLUMNS.map((name) => `${snake(name)} AS "${name}"`).join(', ')} FROM ndas WHERE id = $1`;

/** Reads N from its projection; from the stream where the projection is behind. */
export class NdaQueries {
  constructor(
    private readonly pool: Pool,
    private readonly journal: Journal,
    private readonly readYourWrites: ReadYourWrites,
    private readonly blobs: BlobStore,
  ) {}

  async row(id: string): Promise<NdaRow | undefined> {
    const { rows } = await this.pool.query<NdaRow>({ name: 'nda-row', text: selectRow, values: [id] });
    return rows[0];
  }

  /** The row as its creator may read it. @throws RuleBroken not_found (also for another's), nda_discarded */
  async rowOfCreator(id: string, capabilityHash: string | undefined): Promise<NdaRow> {
    const row = await this.row(id);
    if (row === undefined || capabilityHash === undefined || !row.creatorKeyHashes.includes(capabilityHash))
      throw new RuleBroken('not_found');
    if (row.discarded) throw new RuleBroken('nda_discarded');
    return row;
  }

  /** Resolves when the row that the next GET reads is at least at this revision, or after 2 s. */
  async visible(id: string, revision: number): Promise<void> {
    await this.readYourWrites.waitFor(ndaProjection.name, id, revision);
  }

  /** PNG of a party's signature; undefined where there is none. */
  async signature(row: NdaRow, party: Party): Promise<Buffer | undefined> {
    const opened = await this.part(row.id, row.sealed[party === 1 ? 'party1Signed' : 'party2Signed']);
    const hash = textIn(opened, 'signatureHash');
    return hash === undefined ? undefined : this.blobs.get(ndaStream(row.id), `signature:${hash}`);
  }

  /** The document of record; undefined before it is made. */
  async document(row: NdaRow): Promise<Buffer | undefined> {
    return row.documentHash === null ? undefined : this.blobs.get(ndaStream(row.id), `document:${row.documentHash}`);
  }

  async view(row: NdaRow): Promise<NdaView> {
    return ndaView(row, await this.open(row));
  }

  /** N at least as of a revision that was just appended: read your own writes (decisions 24). @throws RuleBroken not_found */
  async viewAt(id: string, revision: number): Promise<NdaView> {
    const visible = await this.readYourWrites.waitFor(ndaProjection.name, id, revision);
    const row = visible ? await this.row(id) : await this.foldStream(id);
    if (row === undefined) throw new RuleBroken('not_found');
    return this.view(row);
  }

  /** The row as the stream makes it now. */
  async foldStream(id: string): Promise<NdaRow | undefined> {
    const { events } = await this.journal.load<NdaEvent>(ndaStream(id));
    let row: NdaRow | undefined;
    for (const event of events) {
      const next = ndaProjection.fold(row, event);
      row = next === GONE ? undefined : next;
    }
    return row;
  }

  private async open(row: NdaRow): Promise<OpenedNda> {
    const { created, address, voucher, bounce1, bounce2 } = row.sealed;
    const party2Signed = row.signatureMode === 'remote' ? row.sealed.party2Signed : undefined;
    const opened = await this.part(row.id, created);
    // A row outlives its key only for the moment between an erasure and its projection.
    if (opened?.personal === undefined) throw new RuleBroken('not_found');
    const [corrected, code, signed, reason1, reason2] = await Promise.all(
      [address, voucher, party2Signed, bounce1, bounce2].map((part) => this.part(row.id, part)),
    );
    return {
      created: opened.personal as NdaPersonal,
      party2Email: textIn(corrected, 'party2Email'),
      voucherCode: textIn(code, 'voucherCode'),
      party2SignatureIp: signed?.origin?.ip,
      bounceReasons: { 1: textIn(reason1, 'reason'), 2: textIn(reason2, 'reason') },
    };
  }

  private async part(id: string, part: SealedPart | undefined): ReturnType<Journal['openSealed']> {
    if (part === undefined) return undefined;
    return this.journal.openSealed({ ...part, stream: ndaStream(id), bytes: Buffer.from(part.bytes, 'base64') });
  }
}

/** One text of what a blob held. */
function textIn(opened: { readonly personal: object | undefined } | undefined, field: string): string | undefined {
  const value: unknown = opened?.personal === undefined ? undefined : Object.entries(opened.personal).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : undefined;
}
