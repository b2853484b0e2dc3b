import { OperatorError } from '../../platform/errors/operator-error.js';
import type { Recorded } from '../journal/event.js';

/**
 * A stream holds an event that this version of the service does not understand, so nothing is decided on it
 * (rule:unknown-is-not-folded). A newer version, which wrote the event, understands it.
 */
export class StreamNotUnderstood extends OperatorError {
  constructor({
    stream,
    revision,
    type,
    version,
  }: Pick<Recorded, 'stream' | 'revision' | 'type' | 'version'>) {
    const what = version === 0 ? type : `${type}.v${version}`;
    super(
      `Event ${revision} of ${stream} (${what}) is not understood by this version of the service, so nothing can be recorded in that stream. Nothing was changed. If a newer version wrote the event, start that version.`,
    );
  }
}
