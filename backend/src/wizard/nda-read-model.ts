import type { AdminNdaView } from '@siegel/contracts/admin/views';
import type { Party } from '@siegel/contracts/enums';
import { NDA_VIEW_VERSION, type NdaView } from '@siegel/contracts/nda/view';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { documentLabel, signatureLabel } from '../nda/nda.blobs.js';
import { type NdaEvent, type NdaPersonal, ndaStream } from '../nda/nda.events.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { selectList } from '../eventsourcing/projections/columns.js';
import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { openPart, type SealedPart } from '../eventsourcing/projections/sealed-part.js';
import type { Clock } from '../platform/clock.js';
import { RuleBroken } from '../platform/rule-broken.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Vault } from '../vault/vault.js';
import { ndaProjection } from './nda.projection.js';
import { NDA_COLUMNS, type NdaRow } from './nda-row.js';
import { isPast } from './nda-row-delivery.js';
import { ndaView, type OpenedNda, viewAt } from './nda-view.js';
import { OPEN_TERMS, pickTerms, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import { hashOfVersion1 } from './agreement-of.js';

/**
 * The row's version and, where that is another than the given one, the row as one JSON text: the driver takes
 * longer over forty columns than JSON.parse over all of them. The transaction that wrote a row tells its
 * versions apart, also where a rebuild made it anew.
 */
const selectRow = `SELECT version, CASE WHEN version <> $2 THEN (SELECT row_to_json(r)::text FROM (SELECT ${selectList(NDA_COLUMNS, 'n')}) r) END
  FROM (SELECT *, xmin::text || '.' || revision AS version FROM ndas WHERE id = $1) n`;
const selectRows = `SELECT row_to_json(r)::text AS row FROM (SELECT ${selectList(NDA_COLUMNS, 'n')} FROM ndas n WHERE n.id = ANY($1)) r`;
/** Rows kept in memory, of some kilobytes each: those of people who are at it now. */
const RECENT_ROWS = 1000;

interface RecentRow {
  readonly version: string;
  readonly row: NdaRow;
}

/** Reads N from its projection; from the stream where the projection is behind. */
export class NdaReadModel {
  private readonly recent = new LRUCache<string, RecentRow>({ max: RECENT_ROWS });
  /** Revisions that were told before their row was there: until it is, the stream is read. */
  private readonly told = new LRUCache<string, number>({ max: RECENT_ROWS });

  constructor(
    private readonly pool: Pool,
    private readonly vault: Pick<Vault, 'memoizeUnderKey'>,
    private readonly journal: Journal,
    private readonly readYourWrites: ReadYourWrites,
    private readonly blobs: BlobStore,
    private readonly clock: Clock,
  ) {}

  /**
   * As the database has it now, and never older than what was told here; a row that the database need not
   * send again is the same object.
   */
  async row(id: string): Promise<NdaRow | undefined> {
    const row = await this.storedRow(id);
    const told = this.told.get(id);
    if (told === undefined) return row;
    if (row === undefined || row.revision < told) return this.foldStream(id);
    this.told.delete(id);
    return row;
  }

  /** Those of these that there are, in the order of the ids. */
  async rows(ids: readonly string[]): Promise<readonly NdaRow[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.pool.query<{ row: string }>({
      name: 'nda-rows',
      text: selectRows,
      values: [ids],
    });
    const found = new Map(
      rows.map(({ row }) => {
        const parsed = JSON.parse(row) as NdaRow;
        return [parsed.id, parsed];
      }),
    );
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * Resolves when the row is at least at this revision, or with false after 2 s. Either way that is what the
   * next GET reads.
   */
  async visible(id: string, revision: number): Promise<boolean> {
    const visible = await this.readYourWrites.waitFor(ndaProjection.name, id, revision);
    if (!visible) this.told.set(id, Math.max(revision, this.told.get(id) ?? 0));
    return visible;
  }

  /** PNG of a party's signature; undefined where there is none. @throws KeyMissing, BlobMissing */
  async signature(row: NdaRow, party: Party): Promise<Buffer | undefined> {
    const opened = await this.part(row.id, row.sealed[party === 1 ? 'party1Signed' : 'party2Signed']);
    const hash = textIn(opened, 'signatureHash');
    return hash === undefined ? undefined : this.blobs.getRecorded(ndaStream(row.id), signatureLabel(hash));
  }

  /** The document of record; undefined before it is made. @throws KeyMissing, BlobMissing */
  async document(row: NdaRow): Promise<Buffer | undefined> {
    return row.documentHash === null
      ? undefined
      : this.blobs.getRecorded(ndaStream(row.id), documentLabel(row.documentHash));
  }

  async view(row: NdaRow): Promise<NdaView> {
    const view = await this.vault.memoizeUnderKey(ndaStream(row.id), row, async () =>
      ndaView(row, await this.open(row)),
    );
    return viewAt(view, this.clock.now());
  }

  /** N as the admin reads it. */
  async adminView(row: NdaRow): Promise<AdminNdaView> {
    const { legalHoldSince } = row;
    const view = await this.view(row);
    if (legalHoldSince === null) return { ...view, legalHold: null };
    const since = new Date(legalHoldSince).toISOString();
    const reason = textIn(await this.part(row.id, row.sealed.legalHold), 'reason') ?? null;
    return { ...view, legalHold: { since, reason } };
  }

  /** Changes with whatever the view says (rule:unchanged-is-304): with the row, and when a next attempt is past. */
  tag({ id, revision, recipients }: Pick<NdaRow, 'id' | 'revision' | 'recipients'>): string {
    const now = this.clock.now();
    const past = recipients.filter((one) => isPast(one, now)).length;
    return `"${id}.${revision}.${NDA_VIEW_VERSION}${past === 0 ? '' : `.${past}`}"`;
  }

  /** The row as the stream makes it now. */
  async foldStream(id: string): Promise<NdaRow | undefined> {
    const { events } = await this.journal.load<NdaEvent>(ndaStream(id));
    return foldStream(ndaProjection, events);
  }

  private async storedRow(id: string): Promise<NdaRow | undefined> {
    const known = this.recent.get(id);
    const values = [id, known?.version ?? ''];
    const { rows } = await this.pool.query<[string, string | null]>({
      name: 'nda-row',
      text: selectRow,
      values,
      rowMode: 'array',
    });
    const [found] = rows;
    if (found === undefined) {
      this.recent.delete(id);
      return undefined;
    }
    const [version, text] = found;
    if (text === null) return known?.row;
    const row = JSON.parse(text) as NdaRow;
    this.recent.set(id, { version, row });
    return row;
  }

  private async open(row: NdaRow): Promise<OpenedNda> {
    const { created, ownAddress, address, voucher, bounce1, bounce2 } = row.sealed;
    const party2Signed = row.signatureMode === 'remote' ? row.sealed.party2Signed : undefined;
    const opened = await this.part(row.id, created);
    // A row outlives its key only for the moment between an erasure and its projection.
    if (opened?.personal === undefined) throw new RuleBroken('not_found');
    const [ownCorrected, corrected, code, signed, reason1, reason2] = await Promise.all(
      [ownAddress, address, voucher, party2Signed, bounce1, bounce2].map((part) => this.part(row.id, part)),
    );
    const personal = opened.personal as NdaPersonal;
    return {
      created: personal,
      agreementHash:
        textIn(opened, 'agreementHash') ??
        hashOfVersion1(row, { ...pickTerms(personal, SEALED_TERMS), ...pickTerms(row, OPEN_TERMS) }),
      party1Email: textIn(ownCorrected, 'party1Email'),
      party2Email: textIn(corrected, 'party2Email'),
      voucherCode: textIn(code, 'voucherCode'),
      party2SignatureIp: signed?.origin?.ip ?? undefined,
      bounceReasons: { 1: textIn(reason1, 'reason'), 2: textIn(reason2, 'reason') },
    };
  }

  private part(id: string, part: SealedPart | undefined): ReturnType<Journal['openSealed']> {
    return openPart(this.journal, ndaStream(id), part);
  }
}

/** One text of what a blob held. */
function textIn(
  opened: { readonly personal: object | undefined } | undefined,
  field: string,
): string | undefined {
  const value: unknown =
    opened?.personal === undefined
      ? undefined
      : Object.entries(opened.personal).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : undefined;
}
