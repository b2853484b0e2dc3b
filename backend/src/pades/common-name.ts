import type { Certificate } from 'pkijs';
import { OID } from './oids.js';

/**
 * Returns a readable name of a certificate's owner: its last common name, or the last part of its name if it
 * has none.
 */
export function commonNameOf({ subject }: Certificate): string {
  const names = subject.typesAndValues.toReversed();
  const found = names.find(({ type }) => type === OID.commonName) ?? names[0];
  return found?.value.valueBlock.value ?? '';
}
