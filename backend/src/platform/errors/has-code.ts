/** Returns true if an error of Node or PostgreSQL has this code, for example `ENOENT` or `55P03`. */
export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
