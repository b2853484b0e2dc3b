export interface EventPlace {
  readonly revision: number;
  readonly hash: string;
}

/** A repair, as it is recorded in the trust stream of the repaired stream (`StreamRestored.v1`). */
export interface StreamRestored {
  readonly stream: string;
  /** Events that were taken out. The hash is the one that each claimed. */
  readonly removed: readonly EventPlace[];
  readonly putBack: readonly EventPlace[];
  /** The event that the operator chose among several ones that this service wrote; null without a choice. */
  readonly chosen: EventPlace | null;
  /** Events that this service wrote, and that give way to the chosen one. */
  readonly givenUp: readonly EventPlace[];
  readonly last: EventPlace | null;
  readonly reason: string;
}

/** Open part of `StreamEnded.v1` in the trust stream of the ended stream. */
export interface StreamEnded {
  readonly stream: string;
  /** The last event that counts; null if none does. */
  readonly last: EventPlace | null;
  readonly fault: string;
  readonly reason: string;
}

/** Earlier records about a stream. */
export interface PastRepairs {
  /** Hashes of events that the operator chose, each with the hashes of the events that give way to it. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ended: StreamEnded | undefined;
}

/** Records repairs, so that an accepted place is no tampering later. Recording the same thing twice is safe. */
export interface RepairRecords {
  past(stream: string): Promise<PastRepairs>;
  restored(record: StreamRestored): Promise<void>;
  ended(record: StreamEnded): Promise<void>;
}
