export interface PublicKeyRecord {
  readonly keyId: string;
  /** Ed25519, 32 bytes, base64. */
  readonly publicKey: string;
}
