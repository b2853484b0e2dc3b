export interface EventPlace {
  readonly revision: number;
  readonly hash: string;
}

/** Open part of `StreamRestored.v1` in the trust stream of the repaired stream. */
export interface StreamRestored {
  readonly stream: string;
  /** Events that were taken out, or that give way to another branch. The hash is the one that they claimed. */
  readonly removed: readonly EventPlace[];
  readonly putBack: readonly EventPlace[];
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
  /** Hashes of events that were put back, or that the operator chose. */
  readonly putBack: ReadonlySet<string>;
  readonly ended: StreamEnded | undefined;
}

/** Records repairs, so that an accepted place is no tampering later. Recording the same thing twice is safe. */
export interface RepairRecords {
  past(stream: string): Promise<PastRepairs>;
  restored(record: StreamRestored): Promise<void>;
  ended(record: StreamEnded): Promise<void>;
}
