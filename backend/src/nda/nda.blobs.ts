// Labels under which an NDA's blobs lie beside its stream. Hashes are SHA-256, hexadecimal, of the bytes.

/** The document of record. */
export const documentLabel = (documentHash: string): string => `document:${documentHash}`;
/** The PNG of a signature. */
export const signatureLabel = (signatureHash: string): string => `signature:${signatureHash}`;
