/**
 * Names of this store's streams on the server, which also holds streams of other applications and of the
 * server itself.
 */
export interface OwnStreams {
  /** Name on the server of one of our streams. */
  full(stream: string): string;
  /** Our name, or undefined for a stream that is not ours. */
  own(full: string): string | undefined;
  /**
   * Matches all our streams. The server evaluates it, so it uses only syntax that .NET and JavaScript share.
   */
  readonly regex: string;
  /** The stream that holds the store's id. */
  readonly identity: string;
}

/**
 * `prefix` separates this store from others on a shared server. Streams whose names begin with `$` belong to
 * the server.
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
