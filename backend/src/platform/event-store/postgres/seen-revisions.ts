const MOST_STREAMS = 10_000;

/**
 * Revisions that this process knows to exist, by stream. The log only grows: an append behind one of them cannot be too high, and the unique
 * constraint alone decides.
 */
export class SeenRevisions {
  private young = new Map<string, number>();
  /** Forgotten as a whole when as many younger ones have come. */
  private old: ReadonlyMap<string, number> = new Map();

  note(stream: string, revision: number): void {
    if (this.has(stream, revision)) return;
    if (this.young.size >= MOST_STREAMS) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(stream, revision);
  }

  has(stream: string, revision: number): boolean {
    return (this.young.get(stream) ?? this.old.get(stream) ?? -1) >= revision;
  }
}
