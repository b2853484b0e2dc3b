import type { AdminNdaView } from '@siegel/contracts/admin/views';
import type { Party } from '@siegel/contracts/enums';
import { NDA_VIEW_VERSION, type NdaView } from '@siegel/contracts/nda/view';
import type { Pool } from 'pg';
import { documentLabel, signatureLabel } from '../nda/nda.blobs.js';
import { type NdaPersonal, ndaStream } from '../nda/nda.events.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { openPart, type SealedPart } from '../eventsourcing/projections/sealed-part.js';
import type { Clock } from '../platform/time/clock.js';
import { isPast } from '../nda/rules/recipients.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { KeyMissing, type Vault } from '../vault/vault.js';
import type { Agreement } from './agreement.js';
import type { CurrentNdas } from './current-ndas.js';
import { FOLDED } from './agreement.entity.js';
import { AGREEMENTS, agreementProjection } from './agreement.projection.js';
import { livingNdas } from './living-ndas.js';
import { ndaView, type UnsealedNda, viewAt } from './nda-view.js';
import { OPEN_TERMS, pickTerms, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import { hashOfVersion1 } from './agreement-text.js';
import { WITHHELD } from './withheld.js';

const SELECT = `SELECT id, ${FOLDED} AS made, state::text, sealed::text FROM ${livingNdas()} WHERE id = ANY($1)`;

/** Number of digits of a hash in an entity tag. */
const TAG_DIGITS = 16;

export interface NdaReadModelParts {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'memoizeUnderKey'>;
  readonly journal: Pick<Journal, 'openSealed'>;
  readonly readYourWrites: ReadYourWrites;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly current: Pick<CurrentNdas, 'some'>;
  readonly tampering: Tampering;
  readonly log: Pick<TrustedLog, 'placeIn'>;
}

interface FoundRow {
  readonly id: string;
  readonly made: boolean;
  readonly state: string;
  readonly sealed: string;
}

/**
 * Makes the views of NDAs. The data for a list comes from the table; the data for a single NDA comes from its
 * stream (`CurrentNdas`).
 */
export class NdaReadModel {
  constructor(private readonly parts: NdaReadModelParts) {}

  /**
   * Returns the NDAs that have a row, in the order of the ids. An NDA is read from its stream if its row is not
   * rebuilt yet, or if this process knows that the stream is closed. If no event of a closed stream counts, the
   * NDA is left out.
   */
  async rows(ids: readonly string[]): Promise<readonly Agreement[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.parts.pool.query<FoundRow>({ name: 'nda-rows', text: SELECT, values: [ids] });
    const isClosed = (id: string): boolean => this.parts.log.placeIn(ndaStream(id)) !== undefined;
    const asked = rows.filter(({ id, made }) => !made || isClosed(id)).map(({ id }) => id);
    const found = new Map(asked.length === 0 ? [] : await this.parts.current.some(asked));
    for (const { id, state, sealed } of rows)
      if (!asked.includes(id))
        found.set(id, { state: { ...JSON.parse(state), id }, sealed: JSON.parse(sealed) });
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * Resolves when the row has this revision or a later one, so that lists show the change. After 2 s it
   * resolves in any case.
   */
  async listed(id: string, revision: number): Promise<void> {
    await this.parts.readYourWrites.waitFor(agreementProjection.name, id, revision);
  }

  /** Returns the PNG of a party's signature; undefined if there is none. @throws KeyMissing, BlobMissing */
  async signature({ state, sealed }: Agreement, party: Party): Promise<Buffer | undefined> {
    const unsealed = await this.part(state.id, sealed[party === 1 ? 'party1Signed' : 'party2Signed']);
    const hash = textIn(unsealed, 'signatureHash');
    return hash === undefined
      ? undefined
      : this.parts.blobs.getRecorded(ndaStream(state.id), signatureLabel(hash));
  }

  /**
   * Returns the document of record that the event `DocumentSealed` names; undefined if no document was sealed
   * yet.
   * @throws KeyMissing, BlobMissing
   */
  async document({ state: { id, delivery } }: Agreement): Promise<Buffer | undefined> {
    return delivery.documentHash === null
      ? undefined
      : this.parts.blobs.getRecorded(ndaStream(id), documentLabel(delivery.documentHash));
  }

  /**
   * Returns the NDA's view (`N` in the HTTP contract) for a party. While the stream is closed, the view opens
   * no sealed part (rule:closed-streams-open-nothing).
   */
  async view(nda: Agreement): Promise<NdaView> {
    if (nda.untrustedSince === undefined) return this.wholeView(nda);
    return viewAt(ndaView(nda.state, WITHHELD, nda.untrustedSince), this.parts.clock.now());
  }

  /**
   * Returns the NDA's view with its sealed parts, even if the stream is closed. Only for a reader whose right
   * does not depend on the NDA's stream.
   */
  async wholeView(nda: Agreement): Promise<NdaView> {
    const view = await this.parts.vault.memoizeUnderKey(ndaStream(nda.state.id), nda, async () =>
      ndaView(nda.state, await this.open(nda), nda.untrustedSince ?? null),
    );
    return viewAt(view, this.parts.clock.now());
  }

  /** Returns the NDA's view for the admin, with the legal hold. */
  async adminView(nda: Agreement): Promise<AdminNdaView> {
    const { id, legalHoldSince: since } = nda.state;
    const view = await this.wholeView(nda);
    if (since === null) return { ...view, legalHold: null };
    const reason = textIn(await this.part(id, nda.sealed.legalHold), 'reason') ?? null;
    return { ...view, legalHold: { since, reason } };
  }

  /**
   * Returns the admin's view of an NDA in a list. The agreement comes from a row of the table. If somebody
   * changed the row so that it cannot be shown, the view is made from the stream instead, and the changed row
   * is reported.
   * @throws KeyMissing, SealBroken, RuleBroken not_found if the stream cannot be shown either
   */
  async listedView(nda: Agreement): Promise<AdminNdaView> {
    try {
      return await this.adminView(nda);
    } catch (error) {
      if (error instanceof KeyMissing) throw error;
      const { id } = nda.state;
      const current = (await this.parts.current.some([id])).get(id);
      if (current === undefined) throw error;
      const view = await this.adminView(current);
      this.parts.tampering.found('row', { table: AGREEMENTS, id });
      return view;
    }
  }

  /**
   * Returns the entity tag of the view (rule:unchanged-is-304). The tag changes with each event, each time that
   * the planned time of a delivery attempt passes, and when the stream is closed or opened. After a repair, another
   * event may have the revision of the last one, so the tag also has digits of that event's hash.
   */
  tag({
    state: { id, revision, delivery },
    untrustedSince,
    lastHash = '',
  }: Pick<Agreement, 'state' | 'untrustedSince' | 'lastHash'>): string {
    const now = this.parts.clock.now();
    const past = Object.values(delivery.recipients).filter((one) => isPast(one, now)).length;
    const closed = untrustedSince === undefined ? '' : '.closed';
    return `"${id}.${revision}.${lastHash.slice(0, TAG_DIGITS)}.${NDA_VIEW_VERSION}${past === 0 ? '' : `.${past}`}${closed}"`;
  }

  private async open({ state, sealed }: Agreement): Promise<UnsealedNda> {
    const { created, ownAddress, address, voucher, bounce1, bounce2 } = sealed;
    const party2Signed = state.mode === 'remote' ? sealed.party2Signed : undefined;
    const unsealed = await this.part(state.id, created);
    // After an erasure, the key is destroyed but the row still exists for a moment, until the projection
    // handles the event.
    if (unsealed?.personal === undefined || state.terms === undefined) throw new RuleBroken('not_found');
    const [ownCorrected, corrected, code, signed, reason1, reason2] = await Promise.all(
      [ownAddress, address, voucher, party2Signed, bounce1, bounce2].map((part) => this.part(state.id, part)),
    );
    const personal = unsealed.personal as NdaPersonal;
    return {
      created: personal,
      agreementHash:
        textIn(unsealed, 'agreementHash') ??
        hashOfVersion1(state, {
          ...pickTerms(personal, SEALED_TERMS),
          ...pickTerms(state.terms, OPEN_TERMS),
        }),
      party1Email: textIn(ownCorrected, 'party1Email'),
      party2Email: textIn(corrected, 'party2Email'),
      voucherCode: textIn(code, 'voucherCode'),
      party2SignatureIp: signed?.origin?.ip ?? undefined,
      bounceReasons: { 1: textIn(reason1, 'reason'), 2: textIn(reason2, 'reason') },
    };
  }

  private part(id: string, part: SealedPart | undefined): ReturnType<Journal['openSealed']> {
    return openPart(this.parts.journal, ndaStream(id), part);
  }
}

/** Returns the text in one field of an unsealed personal part; undefined if there is no such text. */
function textIn(
  unsealed: { readonly personal: object | undefined } | undefined,
  field: string,
): string | undefined {
  const value: unknown =
    unsealed?.personal === undefined
      ? undefined
      : Object.entries(unsealed.personal).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : undefined;
}
