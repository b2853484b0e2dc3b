import { createHash } from 'node:crypto';

/**
 * In angle brackets; the same parts give the same id, which tells nothing of them.
 * @param host of PUBLIC_URL
 */
export function messageIdOf(host: string, ...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(parts.join('\u0000')).digest('hex');
  return `<${digest.slice(0, 40)}@${host}>`;
}
