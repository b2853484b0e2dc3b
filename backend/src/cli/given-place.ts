import { UsageError } from '../platform/errors/operator-error.js';

/**
 * A place of data, or a file that holds its address. The file is for addresses with a password: while a
 * command runs, every account of the machine can read its arguments.
 */
export type GivenPlace = { readonly place: string } | { readonly file: string };

/**
 * @param option name of the option for the file
 * @param missing message if neither is given
 * @throws UsageError if both are given, or neither
 */
export function givenPlace(
  option: string,
  place: string | undefined,
  file: string | undefined,
  missing: string,
): GivenPlace {
  if (file !== undefined && place !== undefined)
    throw new UsageError(`The address is given twice: as an argument and by ${option}. Give one of the two.`);
  if (file !== undefined) return { file };
  if (place !== undefined) return { place };
  throw new UsageError(missing);
}

/** The place; undefined if it is in a file, which is read later. */
export const knownPlace = (given: GivenPlace): string | undefined =>
  'place' in given ? given.place : undefined;

/** The place, read from the file if there is one. @throws UsageError with the path of the file */
export async function readPlace(given: GivenPlace): Promise<string> {
  if ('place' in given) return given.place;
  const { givenBytes } = await import('./given-file.js');
  const place = (await givenBytes(given.file)).toString('utf8').trim();
  if (place === '') throw new UsageError(`The file ${given.file} is empty. It must hold an address.`);
  return place;
}
