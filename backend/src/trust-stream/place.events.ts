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

/** Places that are too many to be listed. */
export interface MorePlaces {
  readonly count: number;
  /** SHA-256 over the canonical JSON of the list of these places, hexadecimal. */
  readonly digest: string;
}
