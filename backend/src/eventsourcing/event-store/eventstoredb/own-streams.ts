/**
 * Translates between our name for a stream and the stream's name on the server. The server also holds streams
 * of other applications and streams of its own.
 */
export interface OwnStreams {
  /** Returns the name that one of our streams has on the server. */
  full(stream: string): string;
  /** Returns our name for a stream on the server; undefined if the stream is not ours. */
  own(full: string): string | undefined;
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
  return {
    full: (stream) => prefix + stream,
    own: (full) =>
      full.startsWith(prefix) && full !== identity && full.charCodeAt(prefix.length) !== 36
        ? full.slice(prefix.length)
        : undefined,
    regex: `^${escaped(prefix)}(?!\\$|event-store-identity$)`,
    identity,
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#\s]/g, '\\$&');
}
