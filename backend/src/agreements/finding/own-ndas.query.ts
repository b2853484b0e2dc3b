import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { OWN_NDAS_MAX } from '@siegel/contracts/limits';
import type { OwnNdasView, OwnNdaView } from '@siegel/contracts/nda/view';
import type { Pool } from 'pg';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import { openPart } from '../../eventsourcing/projections/sealed-part.js';
import { type NdaPersonal, ndaStream } from '../../nda/nda.events.js';
import { openingKeyOf } from '../../nda/rules/creator.js';
import type { Tampering } from '../../platform/tampering/tampering.js';
import { JOURNAL, POOL, TAMPERING } from '../../platform/wiring/tokens.js';
import type { Agreement } from '../agreement.js';
import { CurrentNdas } from '../current-ndas.js';
import { livingNdas } from '../living-ndas.js';
import { WITHHELD_TERMS } from '../withheld.js';
import { linkExpiresAt } from '../../nda/rules/invitation.js';
import { overallPaymentStatus } from '../../nda/rules/price.js';
import { KeyMissing, SealBroken } from '../../vault/vault.js';

/**
 * The rows supply candidates. The stream of each candidate then decides whether the list contains the NDA,
 * and what the list shows about it.
 */
const SELECT = `SELECT id, revision FROM ${livingNdas()}
  WHERE creator_key_hashes ?| $1 AND NOT discarded ORDER BY created_at DESC, id DESC LIMIT ${OWN_NDAS_MAX}`;

interface FoundRow {
  readonly id: string;
  readonly revision: number;
}

/**
 * Returns the newest NDAs that can be opened with one of the browser's creator keys (rule:creator-key).
 * Replaced drafts are left out.
 */
export class ListOwnNdas extends Query<OwnNdasView> {
  /** @param creatorKeys the keyed hashes of the keys */
  constructor(readonly creatorKeys: readonly string[]) {
    super();
  }
}

@QueryHandler(ListOwnNdas)
export class ListOwnNdasHandler implements IQueryHandler<ListOwnNdas> {
  constructor(
    private readonly ndas: CurrentNdas,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'openSealed'>,
    @Inject(TAMPERING) private readonly tampering: Tampering,
  ) {}

  async execute({ creatorKeys }: ListOwnNdas) {
    if (creatorKeys.length === 0) return { items: [] };
    const { rows } = await this.pool.query<FoundRow>({
      name: 'own-ndas',
      text: SELECT,
      values: [creatorKeys],
    });
    const now = await this.ndas.some(rows.map(({ id }) => id));
    const own = rows.flatMap((found) => this.confirmed(found, now.get(found.id), creatorKeys) ?? []);
    const items = await Promise.all(own.map((nda) => this.view(nda)));
    return { items: items.filter((item) => item !== undefined) };
  }

  /** Returns the NDA if its stream confirms that a creator key opens it (rule:stream-confirms-who-may). */
  private confirmed(
    { id, revision }: FoundRow,
    now: Agreement | undefined,
    creatorKeys: readonly string[],
  ): Agreement | undefined {
    if (now === undefined) return undefined;
    if (openingKeyOf(creatorKeys, now.state) !== undefined) return now.state.discarded ? undefined : now;
    // A row that lags behind the stream may still name a creator key that no longer has access. If the row
    // has the stream's revision, it does not lag. In that case somebody changed the row.
    if (now.state.revision === revision) this.tampering.found('row', { table: 'ndas', id });
    return undefined;
  }

  /**
   * Returns undefined if the NDA's key is missing, if it does not open the sealed part, or if it was
   * destroyed (the event that records the destruction follows soon). The list then shows only the other NDAs.
   * A request for this single NDA gets an error. Nothing sealed of a closed NDA is
   * opened (rule:closed-streams-open-nothing).
   */
  private async view({ state, sealed, untrustedSince }: Agreement): Promise<OwnNdaView | undefined> {
    const { id, status, invitation } = state;
    const personal = untrustedSince === undefined ? await this.personalOf(id, sealed) : WITHHELD_TERMS;
    if (personal === undefined || status === 'none') return undefined;
    return {
      id,
      ideaTitle: personal.ideaTitle,
      party2Name: personal.party2Name,
      status,
      signatureMode: state.mode,
      invitationStatus: invitation?.status ?? 'none',
      paymentStatus: overallPaymentStatus(state),
      expiresAt: linkExpiresAt(state),
      createdAt: state.createdAt,
      untrustedSince: untrustedSince ?? null,
    };
  }

  private async personalOf(id: string, { created }: Agreement['sealed']): Promise<NdaPersonal | undefined> {
    const unsealed = await openPart(this.journal, ndaStream(id), created).catch(undefinedIfUnreadable);
    return unsealed?.personal as NdaPersonal | undefined;
  }
}

/**
 * Returns undefined if the key is missing or the sealed part cannot be opened.
 * @throws any other error
 */
function undefinedIfUnreadable(error: unknown): undefined {
  if (!(error instanceof KeyMissing) && !(error instanceof SealBroken)) throw error;
}
