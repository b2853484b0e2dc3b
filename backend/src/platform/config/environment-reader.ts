import { isAddressOrRange } from '../network/ip-address.js';
import { addressProblem } from '../network/server-address.js';

const EMAIL = /^(?:[^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/;

/** Reads variables one by one and collects their problems. An empty variable counts as unset. */
export class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  problem(text: string): void {
    this.problems.push(text);
  }

  text(name: string): string | undefined {
    // Allowed: the names of the variables are in code.
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  }

  /** Returns the lines of one variable's value. In the value, the lines are separated by `|`. */
  lines(name: string): string[] {
    return (this.text(name) ?? '')
      .split('|')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  number(name: string, range: { min: number; max?: number }): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    const max = range.max ?? Number.MAX_SAFE_INTEGER;
    if (Number.isFinite(value) && value >= range.min && value <= max) return value;
    this.problem(
      `${name}: expected a number ${range.max === undefined ? `from ${range.min}` : `from ${range.min} to ${max}`}, found "${text}".`,
    );
    return undefined;
  }

  integer(name: string, range: { min: number; max?: number }): number | undefined {
    const value = this.number(name, range);
    if (value === undefined || Number.isInteger(value)) return value;
    this.problem(`${name}: expected a whole number, found "${value}".`);
    return undefined;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = allowed.find((one) => one === text);
    const expected = allowed.length === 1 ? allowed[0] : `one of ${allowed.join(', ')}`;
    if (found === undefined) this.problem(`${name}: expected ${expected}, found "${text}".`);
    return found;
  }

  /** Reads a comma-separated list. */
  someOf<T extends string>(name: string, allowed: readonly T[]): T[] {
    const parts = this.parts(name);
    const found = allowed.filter((one) => parts.includes(one));
    for (const part of parts) {
      if (!found.some((one) => one === part))
        this.problem(`${name}: expected any of ${allowed.join(', ')}, found "${part}".`);
    }
    return found;
  }

  /**
   * Reads the address of a server, and returns the address as text, trimmed but otherwise unchanged. The text
   * of a problem never repeats any part of the address, because an address can contain a password.
   * @param schemes accepted schemes, each with a colon at its end
   */
  address(name: string, schemes: readonly string[]): string | undefined {
    const text = this.text(name);
    const problem = text === undefined ? undefined : addressProblem(text, schemes);
    if (problem === undefined) return text;
    this.problem(`${name}: ${problem}`);
    return undefined;
  }

  /** Like `address`, but returns the address as a `URL`. */
  url(name: string, schemes: readonly string[]): URL | undefined {
    const text = this.address(name, schemes);
    return text === undefined ? undefined : new URL(text);
  }

  /** Reads an e-mail address in the form `name@host` or `Name <name@host>`. */
  email(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || (EMAIL.test(text) && text.includes('<') === text.endsWith('>'))) return text;
    this.problem(`${name}: expected an e-mail address, as in "Name <name@example.com>".`);
    return undefined;
  }

  /** Reads comma-separated IP addresses and CIDR ranges. */
  addresses(name: string): string[] {
    const parts = this.parts(name);
    for (const part of parts) {
      if (!isAddressOrRange(part))
        this.problem(`${name}: "${part}" is neither an IP address nor a range such as 10.0.0.0/8.`);
    }
    return parts;
  }

  private parts(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
}
