import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../../bus/commands.js';
import type { ReadYourWrites } from '../../eventsourcing/projections/projection.js';
import { commandContextOf } from '../../http/requests/request-context.js';
import { lenientNdaDecider, ndaDecider } from '../../nda/nda.decider.js';
import type { Clock } from '../../platform/time/clock.js';
import { requireTrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { CLOCK, READ_YOUR_WRITES } from '../../platform/wiring/tokens.js';
import { agreementProjection } from '../../agreements/agreement.projection.js';

/** Longest time, in milliseconds, for which a call waits for the destruction of the key. */
const WAITED_MS = 4000;

/**
 * Carries out erasures that the admin requests (rule:erasure-destroys-the-key). An erasure appends
 * `NdaErased`. The reaction to this event destroys the key.
 */
@Injectable()
export class Erasures {
  constructor(
    private readonly commands: Commands,
    @Inject(READ_YOUR_WRITES) private readonly readYourWrites: ReadYourWrites,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Erases an NDA, unless it is already erased. Resolves to true as soon as the key is destroyed, and to
   * false if that takes more than four seconds.
   * @throws RuleBroken not_found, legal_hold; StreamUntrusted
   */
  async erase(id: string, request: FastifyRequest): Promise<boolean> {
    const { head, revision, untrusted } = await this.commands.lastTrusted(lenientNdaDecider, id);
    requireTrusted({ head, untrusted });
    if (revision < 0) throw new RuleBroken('not_found');
    const context = commandContextOf(request, 'admin', this.clock);
    await this.commands.run(ndaDecider, id, { type: 'EraseNda', reason: 'admin' }, context);
    return this.keyIsDestroyed(id);
  }

  /**
   * Waits until the key is destroyed, for at most `WAITED_MS`. Reads the stream after each new event of the
   * NDA, because one of the events records the destruction of the key.
   */
  private async keyIsDestroyed(id: string): Promise<boolean> {
    const until = performance.now() + WAITED_MS;
    for (;;) {
      const { state, revision } = await this.commands.state(lenientNdaDecider, id);
      const left = until - performance.now();
      if (state.keyDestroyedAt !== null) {
        await this.readYourWrites.waitFor(agreementProjection.name, id, revision, Math.max(0, left));
        return true;
      }
      if (left <= 0) return false;
      await this.readYourWrites.waitFor(agreementProjection.name, id, revision + 1, left);
    }
  }
}
