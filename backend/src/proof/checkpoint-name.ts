/** A checkpoint's name contains the number of leaves and the root in hexadecimal. */
export interface CheckpointName {
  readonly size: number;
  readonly root: string;
}

/**
 * Returns the name by which a receipt refers to a checkpoint. Anyone who has the receipt can compare a
 * checkpoint with this name and detect a difference.
 */
export const nameOf = ({ size, root }: CheckpointName): string => `${size}:${root}`;

const NAME = /^(0|[1-9][0-9]{0,15}):([0-9a-f]{64})$/;

/** Returns undefined if the text is not the name of a checkpoint. */
export function checkpointNamed(name: string): CheckpointName | undefined {
  const [, size, root] = NAME.exec(name) ?? [];
  return root === undefined || !Number.isSafeInteger(Number(size)) ? undefined : { size: Number(size), root };
}

/**
 * Returns the named checkpoints without duplicates, smallest first.
 * @param names a name is null if no checkpoint existed yet
 */
export function differentCheckpoints(names: readonly (string | null)[]): string[] {
  const sizeOf = (name: string): number => checkpointNamed(name)?.size ?? 0;
  return [...new Set(names)]
    .filter((name) => name !== null)
    .sort((one, other) => sizeOf(one) - sizeOf(other) || (one < other ? -1 : 1));
}
