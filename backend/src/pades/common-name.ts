import type { Certificate } from 'pkijs';
import { OID } from './oids.js';

/** Name of a certificate's owner, for people: its last common name, or else the last part of its name. */
export function commonNameOf({ subject }: Certificate): string {
  const names = subject.typesAndValues.toReversed();
  const found = names.find(({ type }) => type === OID.commonName) ?? names[0];
  return found?.value.valueBlock.value ?? '';
}
