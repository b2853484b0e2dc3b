import { OperatorError } from '../../platform/errors/operator-error.js';
import type { UntrustedPlace } from './authenticate.js';

/**
 * Thrown if a caller needs a whole stream, and one of its events is not authenticated
 * (rule:first-fault-closes-the-stream). A retry does not help: only `siegel log:repair` opens the stream.
 */
export class StreamUntrusted extends OperatorError {
  constructor(
    readonly stream: string,
    readonly place: UntrustedPlace,
  ) {
    super(
      `Stream ${stream} is closed from event ${place.revision} on (${place.fault}), so nothing can be recorded in it. Nothing was changed. See what is wrong with it and what can be done: siegel log:repair ${stream} (docs/operations/repairing-a-stream.md)`,
    );
    this.name = 'StreamUntrusted';
  }
}

/**
 * Throws if the stream is closed: nobody decides or acts on a part of it
 * (rule:first-fault-closes-the-stream).
 * @throws StreamUntrusted
 */
export function requireTrusted({
  head,
  untrusted,
}: {
  readonly head: { readonly stream: string };
  readonly untrusted?: UntrustedPlace | undefined;
}): void {
  if (untrusted !== undefined) throw new StreamUntrusted(head.stream, untrusted);
}
