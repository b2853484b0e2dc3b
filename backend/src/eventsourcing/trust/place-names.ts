import type { AcceptedPlace } from './adoption.js';

// Names that an operator reads and types. This module loads nothing, because a command checks its arguments
// before it loads anything.

/** No stream has a name with this prefix. */
const CHECKPOINT = 'checkpoint-';

/** Returns the place under which a checkpoint is accepted that the log does not continue. */
export const checkpointPlace = (checkpoint: {
  readonly size: number;
  readonly root: string;
}): AcceptedPlace => ({ stream: `${CHECKPOINT}${checkpoint.root}`, revision: checkpoint.size });

export const isCheckpointPlace = ({ stream }: AcceptedPlace): boolean => stream.startsWith(CHECKPOINT);

/** Returns the place as commands print it and take it, as in `nda-9f86…@4`. */
export const placeName = ({ stream, revision }: AcceptedPlace): string => `${stream}@${revision}`;

const PLACE = /^([^\s@]+)@(0|[1-9]\d{0,14})$/;

/** Returns the place with this name. Returns undefined if the text names no place. */
export function placeNamed(name: string): AcceptedPlace | undefined {
  const [, stream, revision] = PLACE.exec(name) ?? [];
  return stream === undefined ? undefined : { stream, revision: Number(revision) };
}

const KEY_NAME = /^[0-9a-f]{8}$/;

/** True if the text has the form of a key's name. The text that an event carries there may be anything. */
export const isKeyName = (name: string): boolean => KEY_NAME.test(name);
