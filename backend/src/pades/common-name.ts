import type { Certificate } from 'pkijs';
import { OID } from './oids.js';

/** Whose certificate it is, for people: the last common name, or what else its name begins with. */
export function commonNameOf({ subject }: Certificate): string {
  const names = subject.typesAndValues.toReversed();
  const found = names.find(({ type }) => type === OID.commonName) ?? names[0];
  return found?.value.valueBlock.value ?? '';
}
