import { Inject, Injectable } from '@nestjs/common';
import type { ReadingKind } from '@siegel/contracts/enums';
import type { FastifyRequest } from 'fastify';
import { CreatorKey } from '../../http/callers/creator-key.js';
import { READ_ACCESS } from './tokens.js';

/**
 * Checks whether a request has a session of the admin. Records that personal data was read
 * (rule:readings-are-recorded).
 */
export interface AdminReading {
  isAdmin(request: FastifyRequest): Promise<boolean>;
  /** @throws Unavailable if the reading cannot be recorded. The caller must then show nothing. */
  record(request: FastifyRequest, ndaIds: readonly string[], what: ReadingKind): Promise<void>;
}

export interface Reader {
  /** The keyed hashes of the browser's creator keys; empty if the browser has no creator key. */
  readonly creatorKeys: readonly string[];
  /** True for an admin. The call reads the sessions, so use it only if no creator key opens the NDA. */
  readonly isAdmin: () => Promise<boolean>;
  /** Records that the admin is about to read this kind of data. */
  readonly record: (ndaId: string, what: ReadingKind) => Promise<void>;
}

/** Makes the reader from a request. */
@Injectable()
export class Readers {
  constructor(
    private readonly creatorKey: CreatorKey,
    @Inject(READ_ACCESS) private readonly admins: AdminReading,
  ) {}

  of(request: FastifyRequest): Reader {
    return {
      creatorKeys: this.creatorKey.hashesOf(request),
      isAdmin: () => this.admins.isAdmin(request),
      record: (ndaId, what) => this.admins.record(request, [ndaId], what),
    };
  }

  /** Records which NDAs a page is about to show. */
  recordPage(request: FastifyRequest, ndaIds: readonly string[], what: ReadingKind): Promise<void> {
    return this.admins.record(request, ndaIds, what);
  }
}
