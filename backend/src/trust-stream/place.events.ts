/** A place of a stream with the hash of the event that counts, or counted, there. */
export interface Place {
  readonly revision: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** A place of another stream. */
export interface PlaceOfStream extends Place {
  readonly stream: string;
}
