const MOST_STREAMS = 20_000;

/**
 * Revisions that this process knows to exist, by stream. The log only grows: an append behind one of them cannot be too high, and the unique
 * constraint alone decides.
 */
export class SeenRevisions {
  private readonly last = new Map<string, number>();

  note(stream: string, revision: number): void {
    const known = this.last.get(stream);
    if (known !== undefined && known >= revision) return;
    // Younger streams stand behind older ones; the oldest is forgotten first.
    this.last.delete(stream);
    this.last.set(stream, revision);
    if (this.last.size <= MOST_STREAMS) return;
    for (const oldest of this.last.keys()) {
      this.last.delete(oldest);
      return;
    }
  }

  has(stream: string, revision: number): boolean {
    return (this.last.get(stream) ?? -1) >= revision;
  }
}
