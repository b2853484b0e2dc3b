import { timingSafeEqual } from 'node:crypto';
import type { Role } from '@siegel/contracts/enums';
import { Algorithm, hashRaw } from '@node-rs/argon2';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import { LoginTurns } from './login-turns.js';

/** The first set of parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SALT_BYTES = 16;
const ROLES = ['admin', 'auditor'] as const satisfies readonly Role[];

export interface Passwords {
  readonly adminPassword: string;
  readonly auditorPassword: string;
}

/**
 * The passwords of the admin and the auditor. The running service knows only their argon2id hashes
 * (rule:passwords-are-hashed).
 */
export class Credentials {
  private constructor(
    private readonly turns: LoginTurns,
    private readonly keyedHash: KeyedHash,
    /**
     * The argon2id hash of each role's password, in hexadecimal. The salt is derived from INDEX_KEY. A
     * password therefore has the same hash in all backends, and an attacker who has only the database cannot
     * test passwords against the hash.
     */
    readonly digests: Readonly<Record<Role, string>>,
  ) {}

  static async of(
    passwords: Passwords,
    keyedHash: KeyedHash,
    turns: LoginTurns = new LoginTurns(),
  ): Promise<Credentials> {
    const [admin, auditor] = await Promise.all([
      digestOf(keyedHash, 'admin', passwords.adminPassword),
      digestOf(keyedHash, 'auditor', passwords.auditorPassword),
    ]);
    return new Credentials(turns, keyedHash, {
      admin: admin.toString('hex'),
      auditor: auditor.toString('hex'),
    });
  }

  /**
   * Returns the role with this password, if any. Both passwords are always tested, so that the duration
   * reveals nothing about them.
   * @throws RuleBroken `unavailable` if too many logins are waiting, or if this login has waited too long
   */
  async roleOf(password: string): Promise<Role | undefined> {
    const matches = await this.turns.take(() =>
      Promise.all(
        ROLES.map(async (role) =>
          timingSafeEqual(
            await digestOf(this.keyedHash, role, password),
            Buffer.from(this.digests[role], 'hex'),
          ),
        ),
      ),
    );
    return ROLES[matches.indexOf(true)];
  }
}

const digestOf = (keyedHash: KeyedHash, role: Role, password: string): Promise<Buffer> =>
  hashRaw(password, {
    ...ARGON2ID,
    salt: Buffer.from(keyedHash.of('password', role), 'hex').subarray(0, SALT_BYTES),
  });
