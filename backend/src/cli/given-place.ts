import { UsageError } from '../platform/errors/operator-error.js';

/**
 * A place of data, or a file that holds its address: while a command runs, every account of the machine can read
 * its arguments, and an address carries a password.
 */
export type GivenPlace = { readonly place: string } | { readonly file: string };

/**
 * @param option as the file's is called
 * @throws UsageError where both are given, or neither
 */
export function givenPlace(
  option: string,
  place: string | undefined,
  file: string | undefined,
  missing: string,
): GivenPlace {
  if (file !== undefined && place !== undefined)
    throw new UsageError(`${option} names a file that holds the address: give one of the two.`);
  if (file !== undefined) return { file };
  if (place !== undefined) return { place };
  throw new UsageError(missing);
}

/** Undefined while it lies in a file that was not read yet. */
export const knownPlace = (given: GivenPlace): string | undefined =>
  'place' in given ? given.place : undefined;

/** What the file holds, blanks around it left out. @throws UsageError with its path */
export async function readPlace(given: GivenPlace): Promise<string> {
  if ('place' in given) return given.place;
  const { givenBytes } = await import('./given-file.js');
  const place = (await givenBytes(given.file)).toString('utf8').trim();
  if (place === '') throw new UsageError(`The file ${given.file} is empty.`);
  return place;
}
