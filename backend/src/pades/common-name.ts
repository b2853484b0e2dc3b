import type { Certificate } from 'pkijs';
import { OID } from './oids.js';

/**
 * Returns a readable name of a certificate's owner: the last common name of the subject, or the last part of
 * the subject if there is no common name.
 */
export function commonNameOf({ subject }: Certificate): string {
  const names = subject.typesAndValues.toReversed();
  const found = names.find(({ type }) => type === OID.commonName) ?? names[0];
  return found?.value.valueBlock.value ?? '';
}
