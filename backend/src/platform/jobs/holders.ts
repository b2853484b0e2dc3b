/**
 * Whoever has jobs, found one after the other: the database, which may not know yet how many jobs wait, would
 * read all of them to find the few that somebody has.
 */
export const HOLDERS = `WITH RECURSIVE holders AS (
  (SELECT worker FROM owed_jobs WHERE worker IS NOT NULL ORDER BY worker LIMIT 1)
  UNION ALL
  SELECT (SELECT worker FROM owed_jobs WHERE worker > holders.worker ORDER BY worker LIMIT 1)
  FROM holders WHERE worker IS NOT NULL)`;
