import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSealIdentity, type SealIdentity } from '../seal-identity.js';

/**
 * The PKCS #12 files were made by `openssl pkcs12 -export`, with and without `-legacy`. Their certificates
 * are valid until 2126. `rsa-chain-quick` has the same content as the other RSA chains, but uses only one
 * round of key derivation. The usual thousands of rounds took a twentieth of the computing time of all tests.
 */
export const FIXTURE_PASSWORD = 'fixture';
export const p12Fixture = (
  name: 'rsa-chain-modern' | 'rsa-chain-quick' | 'rsa-chain-legacy' | 'ec-chain-modern' | 'no-key',
): Buffer => readFileSync(join(__dirname, 'p12', `${name}.p12`));

export const rsaIdentity = (): SealIdentity =>
  openSealIdentity(p12Fixture('rsa-chain-quick'), FIXTURE_PASSWORD);
export const ecIdentity = (): SealIdentity =>
  openSealIdentity(p12Fixture('ec-chain-modern'), FIXTURE_PASSWORD);
