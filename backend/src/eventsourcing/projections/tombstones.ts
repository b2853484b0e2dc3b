/**
 * An SQL query: `id` of every row that a projection has deleted and on whose account something is still owed
 * (`DELETED_AND_DONE` ends that). The parameter is an SQL expression for the projection's name.
 */
export const deletedAndNotDone = (projection: string): string =>
  `SELECT id FROM projection_tombstones WHERE projection = ${projection} AND NOT done`;
