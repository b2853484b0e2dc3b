import * as asn1 from 'asn1js';

const objectIds = new Map<string, Buffer>();
/** Returns the DER of an object identifier. */
export function objectId(value: string): Buffer {
  const known = objectIds.get(value);
  if (known !== undefined) return known;
  const made = Buffer.from(new asn1.ObjectIdentifier({ value }).toBER(false));
  objectIds.set(value, made);
  return made;
}
