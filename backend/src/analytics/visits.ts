import type { PageName } from '@siegel/contracts/enums';
import { berlinDay } from '@siegel/contracts/formats';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { CLOCK, KEYED_HASH, POOL } from '../platform/wiring/tokens.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';

/**
 * Stores visits of pages as plain rows (rule:views-once-per-session-and-day). Visitors stay anonymous,
 * because a session is stored only as a keyed hash.
 */
@Injectable()
export class Visits {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KEYED_HASH) private readonly keyedHash: KeyedHash,
  ) {}

  async viewed(page: PageName, sessionId: string, userAgent: string): Promise<void> {
    await this.pool.query(
      'INSERT INTO page_views (id, page, "timestamp", user_agent, session_id) VALUES ($1, $2, $3, $4, $5)',
      [newId(), page, this.clock.now(), userAgent, this.hash(sessionId)],
    );
  }

  /** Records that the wizard was opened, once per session and day in Europe/Berlin. */
  async openedWizard(sessionId: string): Promise<void> {
    const now = this.clock.now();
    await this.pool.query(
      `INSERT INTO funnel_events (id, event_type, nda_id, "timestamp", day, session_id) VALUES ($1, 'view', NULL, $2, $3, $4)
       ON CONFLICT (event_type, session_id, day) DO NOTHING`,
      [newId(), now, berlinDay(now), this.hash(sessionId)],
    );
  }

  private hash(sessionId: string): string {
    return this.keyedHash.of('visitor', `session ${sessionId}`);
  }
}
