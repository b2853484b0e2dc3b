/**
 * CTE `holders`: the workers that have jobs. They are found one after the other by the index. A plain query
 * might read all jobs to find the few claimed ones, as long as the database does not know how many wait.
 */
export const HOLDERS = `WITH RECURSIVE holders AS (
  (SELECT worker FROM owed_jobs WHERE worker IS NOT NULL ORDER BY worker LIMIT 1)
  UNION ALL
  SELECT (SELECT worker FROM owed_jobs WHERE worker > holders.worker ORDER BY worker LIMIT 1)
  FROM holders WHERE worker IS NOT NULL)`;
