/**
 * What the streams of one store are called on the server, where other applications and the server itself have
 * streams too.
 */
export interface OwnStreams {
  /** The server's name of one of our streams. */
  full(stream: string): string;
  /** Our name, or undefined for a stream that is not ours. */
  own(full: string): string | undefined;
  /** Matches all our streams; for the server's filter, so only what .NET and JavaScript read alike. */
  readonly regex: string;
  /** The stream that holds the store's id. */
  readonly identity: string;
}

/**
 * `prefix` sets this store apart on a server that it shares. Streams whose names begin with `$` are the
 * server's own.
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
