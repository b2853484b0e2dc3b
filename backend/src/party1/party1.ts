import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { openingKeyOf, requireNotDiscarded } from '../nda/rules/creator.js';
import type { Clock } from '../platform/time/clock.js';
import { CreatorKey } from '../http/callers/creator-key.js';
import { commandContextOf, originOf } from '../http/requests/request-context.js';
import { Commands } from '../bus/commands.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import { requireTrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { Actor, CommandContext } from '../eventsourcing/journal/event.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CLOCK } from '../platform/wiring/tokens.js';

/** An NDA's state and events, and the keyed hash of the creator key that opens the NDA. */
type Opened = LoadedState<NdaState, NdaEvent> & { readonly openedBy: string };

/** Checks that a caller is Party 1 of an NDA, and builds the context of the caller's commands. */
@Injectable()
export class Party1 {
  constructor(
    private readonly creatorKey: CreatorKey,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the NDA's state, folded from its stream, if the caller created the NDA.
   * @throws RuleBroken not_found (also for another person's NDA and after an erasure), nda_discarded;
   * StreamUntrusted, because the caller is about to act
   */
  async nda(id: string, request: FastifyRequest): Promise<NdaState> {
    return (await this.loaded(id, request)).state;
  }

  /**
   * Returns the NDA's state with its events, so that a command that follows immediately does not read the
   * stream again. @throws RuleBroken as `nda`
   */
  async loaded(id: string, request: FastifyRequest): Promise<LoadedState<NdaState, NdaEvent>> {
    const loaded = await this.streamOf(id, this.creatorKey.hashesOf(request));
    requireNotDiscarded(loaded.state);
    return loaded;
  }

  /** Returns the keyed hash of the caller's creator key that opens the NDA. @throws RuleBroken as `nda` */
  async keyOf(id: string, request: FastifyRequest): Promise<string> {
    const { openedBy, state } = await this.streamOf(id, this.creatorKey.hashesOf(request));
    requireNotDiscarded(state);
    return openedBy;
  }

  /**
   * Returns the NDA, even if it was discarded, with the keyed hash of the creator key that opens it. @throws
   * RuleBroken not_found
   */
  opened(id: string, creatorKeys: readonly string[]): Promise<Opened> {
    return this.streamOf(id, creatorKeys);
  }

  private async streamOf(id: string, creatorKeys: readonly string[]): Promise<Opened> {
    const loaded = await this.commands.lastTrusted(ndaDecider, id);
    const openedBy = openingKeyOf(creatorKeys, loaded.state);
    if (openedBy === undefined) throw new RuleBroken('not_found');
    requireTrusted(loaded);
    return { ...loaded, openedBy };
  }

  /**
   * Returns the context of a new command. The context contains the request's origin. An event stores the
   * origin only if the origin is evidence for the act.
   */
  context(request: FastifyRequest, actor: Actor = 'party1'): CommandContext {
    return { ...commandContextOf(request, actor, this.clock), origin: originOf(request) };
  }
}
