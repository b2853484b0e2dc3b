import type { UntrustedPlace } from './authenticate.js';

/**
 * Thrown if a caller needs a whole stream, and one of its events is not authenticated
 * (rule:first-fault-closes-the-stream). A retry does not help: only `siegel log:repair` opens the stream.
 */
export class StreamUntrusted extends Error {
  constructor(
    readonly stream: string,
    readonly place: UntrustedPlace,
  ) {
    super(`stream ${stream}: event ${place.revision} is not authenticated (${place.fault})`);
    this.name = 'StreamUntrusted';
  }
}
