// Labels of the blobs that are stored with an NDA's stream. Each hash is the hexadecimal SHA-256 of the
// bytes.

/** The document of record. */
export const documentLabel = (documentHash: string): string => `document:${documentHash}`;
/** The PNG of a signature. */
export const signatureLabel = (signatureHash: string): string => `signature:${signatureHash}`;
