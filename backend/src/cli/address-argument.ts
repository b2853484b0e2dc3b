import { UsageError } from '../platform/errors/operator-error.js';
import { addressProblem } from '../platform/network/server-address.js';

/**
 * The address of a database or an event store, or a file that contains the address. The file is meant for an
 * address with a password, because every account on the machine can read a command's arguments while the
 * command runs.
 */
export type AddressArgument = { readonly address: string } | { readonly file: string };

/**
 * @param option name of the option that names the file
 * @param missing message if neither an address nor a file is given
 * @throws UsageError if both or neither are given
 */
export function addressArgument(
  option: string,
  address: string | undefined,
  file: string | undefined,
  missing: string,
): AddressArgument {
  if (file !== undefined && address !== undefined)
    throw new UsageError(`The address is given twice: as an argument and by ${option}. Give one of the two.`);
  if (file !== undefined) return { file };
  if (address !== undefined) return { address };
  throw new UsageError(missing);
}

/** Returns the address; undefined if the address is in a file. The file is read later. */
export const knownAddress = (argument: AddressArgument): string | undefined =>
  'address' in argument ? argument.address : undefined;

/** Returns the address, read from the file if there is one. @throws UsageError with the path of the file */
export async function readAddress(argument: AddressArgument): Promise<string> {
  if ('address' in argument) return argument.address;
  const { readArgumentBytes } = await import('./argument-file.js');
  const address = (await readArgumentBytes(argument.file)).toString('utf8').trim();
  if (address === '') throw new UsageError(`The file ${argument.file} is empty. It must hold an address.`);
  return address;
}

/**
 * Refuses an ambiguous address. The packages that connect to the address could interpret it in different
 * ways.
 * @param what the name of the address in the message, because the message never repeats the address
 * @throws UsageError
 */
export function requireUsableAddress(what: string, address: string, schemes: readonly string[]): void {
  const problem = addressProblem(address, schemes);
  if (problem !== undefined) throw new UsageError(`${what}: ${problem}`);
}
