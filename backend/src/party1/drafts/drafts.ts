import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import type { NdaCreatedView } from '@siegel/contracts/nda/view';
import { Commands } from '../../bus/commands.js';
import type { CommandContext } from '../../eventsourcing/journal/event.js';
import { ValidationFailed } from '../../http/problems/http-errors.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { isSameCreation } from '../../nda/rules/creation.js';
import { draftToReplace } from '../../nda/rules/draft.js';
import { derivedId, newId } from '../../platform/crypto/ids.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { RECEIPTS } from '../../platform/wiring/tokens.js';
import type { Receipts } from '../../vault/receipts.js';
import { createNdaCommand } from './create-nda.js';
import { discardDraft, discardId } from './discard-replaced-drafts.js';
import { NdaReadModel } from '../../agreements/nda-read-model.js';
import { Party1 } from '../party1.js';

const AGREEMENT_SALT_BYTES = 32;

export interface DraftRequest {
  readonly terms: CreateNdaRequest;
  readonly idempotencyKey: string | undefined;
  /**
   * Keyed hash of the key with which the browser creates drafts. Not used if the draft replaces another
   * draft. The new draft then gets the hash of the key that opened the other draft.
   */
  readonly creatorKeyHash: string;
  /**
   * Hashes of all keys that the browser sent. If the draft replaces another draft, one of these keys has to
   * open the other draft.
   */
  readonly ownKeys: readonly string[];
  readonly context: CommandContext;
}

/** Creates drafts. A new draft may replace an earlier draft. */
@Injectable()
export class Drafts {
  constructor(
    private readonly commands: Commands,
    private readonly ndas: NdaReadModel,
    private readonly party1: Party1,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
  ) {}

  /**
   * Creates a draft, and resolves once the next read finds it. A repeated call with the same idempotency key
   * gets the same draft and the same response (rule:same-key-same-nda).
   * @throws RuleBroken not_found, already_signed or nda_discarded, all about the draft to replace; nda_erased
   * @throws ValidationFailed if the key was used for another agreement
   */
  async create(request: DraftRequest): Promise<NdaCreatedView> {
    const { terms, idempotencyKey, ownKeys, context } = request;
    const replaced =
      terms.replaces === undefined ? undefined : await this.party1.opened(terms.replaces, ownKeys);
    const creatorKeyHash = replaced?.openedBy ?? request.creatorKeyHash;
    const ndaId = idempotencyKey === undefined ? newId() : derivedId('nda', creatorKeyHash, idempotencyKey);
    const replaces = replaced && draftToReplace(replaced.state, ndaId);
    const command = createNdaCommand(terms, {
      ndaId,
      creatorKeyHash,
      now: new Date(context.at),
      agreementSalt: randomBytes(AGREEMENT_SALT_BYTES).toString('base64'),
      replaces,
    });
    const commandId = idempotencyKey === undefined ? context.commandId : derivedId('create', ndaId);
    const { events, revision } = await this.commands.run(ndaDecider, ndaId, command, {
      ...context,
      commandId,
    });
    const created = events.find((event) => event.type === 'NdaCreated');
    if (created === undefined) throw new RuleBroken('not_found');
    if (!isSameCreation(created, command))
      throw ValidationFailed.field('Idempotency-Key', 'validation.idempotencyKey');
    if (replaces !== undefined) await this.discard(replaces.id, ndaId, context);
    await this.ndas.listed(ndaId, revision);
    return { id: ndaId, receipt: await this.receipts.receiptFor(created) };
  }

  /**
   * Discards the old draft immediately, so that the next read no longer shows it. If this backend stops
   * before that, the reaction to NdaCreated discards the draft.
   */
  private async discard(id: string, replacedBy: string, context: CommandContext): Promise<void> {
    const commandId = discardId(replacedBy);
    const revision = await discardDraft(this.commands, { id, replacedBy }, { ...context, commandId });
    if (revision !== undefined) await this.ndas.listed(id, revision);
  }
}
