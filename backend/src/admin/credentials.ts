import type { Role } from '@siegel/contracts/enums';
import { Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  readonly adminPassword: string;
  readonly auditorPassword: string;
}

/** The two passwords, known only as argon2id hashes once the service runs (rule:passwords-are-hashed). */
export class Credentials {
  private constructor(private readonly hashes: readonly (readonly [Role, string])[]) {}

  static async of({ adminPassword, auditorPassword }: Passwords): Promise<Credentials> {
    const [admin, auditor] = await Promise.all([
      hash(adminPassword, ARGON2ID),
      hash(auditorPassword, ARGON2ID),
    ]);
    return new Credentials([
      ['admin', admin],
      ['auditor', auditor],
    ]);
  }

  /** Both are always tried: how long it takes tells nothing about either. */
  async roleOf(password: string): Promise<Role | undefined> {
    const matches = await Promise.all(this.hashes.map(([, hashed]) => verify(hashed, password)));
    return this.hashes[matches.indexOf(true)]?.[0];
  }
}
