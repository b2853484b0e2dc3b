import { Inject, Injectable } from '@nestjs/common';
import type { ReadingKind } from '@siegel/contracts/enums';
import type { FastifyRequest } from 'fastify';
import { CreatorKey } from '../../http/callers/creator-key.js';
import { READ_ACCESS } from './tokens.js';

/**
 * Whether this request carries an admin's session, and a place to note that personal data was read
 * (rule:readings-are-recorded).
 */
export interface AdminReading {
  isAdmin(request: FastifyRequest): Promise<boolean>;
  /** @throws Unavailable where it cannot be recorded: then nothing is shown */
  record(request: FastifyRequest, ndaIds: readonly string[], what: ReadingKind): Promise<void>;
}

/** Who asks to read an NDA. */
export interface Reader {
  readonly creatorKeyHash: string | undefined;
  /** Costs a look at the sessions: asked only where the creator key opens nothing. */
  readonly isAdmin: () => Promise<boolean>;
  /** Notes what the admin read. */
  readonly record: (ndaId: string, what: ReadingKind) => Promise<void>;
}

/** Who asks, from the request. */
@Injectable()
export class Readers {
  constructor(
    private readonly creatorKey: CreatorKey,
    @Inject(READ_ACCESS) private readonly admins: AdminReading,
  ) {}

  of(request: FastifyRequest): Reader {
    return {
      creatorKeyHash: this.creatorKey.hashOf(request),
      isAdmin: () => this.admins.isAdmin(request),
      record: (ndaId, what) => this.admins.record(request, [ndaId], what),
    };
  }

  /** Notes which NDAs a page is about to show. */
  recordPage(request: FastifyRequest, ndaIds: readonly string[], what: ReadingKind): Promise<void> {
    return this.admins.record(request, ndaIds, what);
  }
}
