/**
 * An SQL query: `id` of every row that a projection has deleted. The parameter is an SQL expression for the
 * projection's name.
 */
export const deletedRows = (projection: string): string =>
  `SELECT id FROM projection_tombstones WHERE projection = ${projection}`;
