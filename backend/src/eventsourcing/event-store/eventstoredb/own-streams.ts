/**
 * Translates between our name for a stream and the stream's name on the server. The server also holds streams
 * of other applications and streams of its own.
 */
export interface OwnStreams {
  /** Returns the name that one of our streams has on the server. */
  full(stream: string): string;
  /** Returns our name for a stream on the server; undefined if the stream is not ours. */
  own(full: string): string | undefined;
  /** Returns the name that the metadata stream of one of our streams has on the server. */
  metadataOf(stream: string): string;
  /** Returns our name for the stream to which a metadata stream belongs; undefined if it is not ours. */
  ownOfMetadata(full: string): string | undefined;
  /**
   * Regular expression that matches the names of all our streams. The server evaluates the expression, so it
   * uses only syntax that .NET and JavaScript share.
   */
  readonly regex: string;
  /** The stream that holds the store's id. */
  readonly identity: string;
}

/**
 * `prefix` separates this store from others on a shared server. The streams whose names begin with `$` are
 * the server's own.
 */
export function ownStreams(prefix: string): OwnStreams {
  const identity = `${prefix}event-store-identity`;
  const own = (full: string): string | undefined =>
    full.startsWith(prefix) && full !== identity && full.charCodeAt(prefix.length) !== 36
      ? full.slice(prefix.length)
      : undefined;
  return {
    full: (stream) => prefix + stream,
    own,
    metadataOf: (stream) => METADATA + prefix + stream,
    ownOfMetadata: (full) => (full.startsWith(METADATA) ? own(full.slice(METADATA.length)) : undefined),
    regex: `^${escaped(prefix)}(?!\\$|event-store-identity$)`,
    identity,
  };
}

/** Beginning of the name of each metadata stream. The rest is the name of the stream that has the metadata. */
const METADATA = '$$';

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#\s]/g, '\\$&');
}
