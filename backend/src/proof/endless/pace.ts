/** Time that a process used, in milliseconds since any fixed moment. Neither of the two runs back. */
export interface UsedTime {
  readonly wallMs: number;
  /** CPU time of the whole process. */
  readonly cpuMs: number;
}

export const usedTime = (): UsedTime => {
  const { user, system } = process.cpuUsage();
  return { wallMs: performance.now(), cpuMs: (user + system) / 1000 };
};

/** Largest share of one core that the work uses. */
const SHARE = 0.015;
/** Slowest pace, in events per second. A small log is therefore verified within a part of the period. */
const SLOWEST_PER_SECOND = 10;
/**
 * Part of the period after which a round should be over. The rest is for restarts, and for a log that grows
 * meanwhile.
 */
const PART_OF_PERIOD = 0.5;

/**
 * Computes the rests between batches of work, from the time that the batches took. Both limits hold: the work
 * uses at most `SHARE` of one core, and a round takes as long as the period allows, so that its work is spread
 * evenly.
 */
export class Pace {
  private began: UsedTime;

  /** @param periodMs milliseconds within which everything has to be verified once */
  constructor(
    private readonly periodMs: number,
    private readonly used: () => UsedTime = usedTime,
  ) {
    this.began = used();
  }

  /** Call before each batch. */
  begin(): void {
    this.began = this.used();
  }

  /**
   * Returns the milliseconds to rest after a batch.
   * @param events number of events of the batch
   * @param size number of events of the round
   */
  restMs(events: number, size: number): number {
    const now = this.used();
    const wallMs = now.wallMs - this.began.wallMs;
    // The process does other work meanwhile, and waits for the database. Both numbers are too high then, so
    // the smaller one still is an upper limit.
    const tookMs = Math.min(wallMs, now.cpuMs - this.began.cpuMs);
    const perMs = Math.max(size / (this.periodMs * PART_OF_PERIOD), SLOWEST_PER_SECOND / 1000);
    return Math.max(tookMs * (1 / SHARE - 1), events / perMs - wallMs, 0);
  }
}
