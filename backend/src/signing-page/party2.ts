import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '@siegel/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../bus/commands.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { commandContextOf, originOf } from '../http/requests/request-context.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { timeOf } from '../nda/rules/time.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CLOCK } from '../platform/wiring/tokens.js';
import { asInvalidLink } from './as-invalid-link.js';
import { shareFate } from './share-fate.js';
import { type SigningLink, SigningLinks } from '../agreements/finding/signing-links.js';

/** Identifies the caller as Party 2 by its link (rule:link-is-the-only-proof). */
@Injectable()
export class Party2 {
  constructor(
    private readonly links: SigningLinks,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs `act` with the NDA of a link. If the link is dead, the error says what happens to the share that
   * Party 2 has paid. While the stream is closed it says nothing: a signature or another invitation may be among
   * the events that do not count.
   * @throws RuleBroken invalid_link, EventStoreUnavailable, and the errors of `act`; StreamUntrusted if the event
   * that issued the link may be in the part of a closed stream that does not count
   */
  async through<Done>(token: string, act: (link: SigningLink) => Promise<Done>): Promise<Done> {
    const link = await this.links.find(token);
    try {
      return await act(link);
    } catch (thrown) {
      const error = asInvalidLink(thrown);
      if (!(error instanceof RuleBroken)) throw error;
      const isUnknown = error.code === 'invalid_link';
      if (!isUnknown && ERRORS[error.code].status !== 410) throw error;
      const { state, revision, untrusted } = await this.shown(link);
      // A state from before confirmed the link, and the act was the first to load the closed stream.
      if (isUnknown && untrusted !== undefined && revision >= 0 && state.erasedAt === null)
        throw new StreamUntrusted(ndaStream(link.ndaId), untrusted);
      if (isUnknown) throw error;
      const share = untrusted === undefined ? shareFate(state, error.code, this.timeIn(state)) : null;
      throw new RuleBroken(error.code, { share });
    }
  }

  /** Returns the last trusted state of the NDA from its stream, for a view. */
  shown({ ndaId }: Pick<SigningLink, 'ndaId'>): Promise<LoadedState<NdaState, NdaEvent>> {
    return this.commands.lastTrusted(ndaDecider, ndaId);
  }

  /** Returns the present state of the NDA from its stream, for an act. @throws StreamUntrusted */
  async state(link: Pick<SigningLink, 'ndaId'>): Promise<NdaState> {
    return (await this.loaded(link)).state;
  }

  /**
   * Returns the state and the whole stream, for a command that follows immediately.
   * @throws StreamUntrusted
   */
  loaded({ ndaId }: Pick<SigningLink, 'ndaId'>): Promise<LoadedState<NdaState, NdaEvent>> {
    return this.commands.state(ndaDecider, ndaId);
  }

  /** Returns the time that a command on the NDA would use if it ran now. */
  timeIn(state: NdaState): string {
    return timeOf(state, { at: isoNow(this.clock) });
  }

  /**
   * Returns the context of a new command of this request. The context contains the request's origin. The
   * origin is stored with the acts for which it is evidence.
   */
  context(request: FastifyRequest): CommandContext {
    return { ...commandContextOf(request, 'party2', this.clock), origin: originOf(request) };
  }
}
