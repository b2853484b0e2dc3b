/**
 * CTE `holders`: the workers that have jobs. The query finds one worker after the other by the index. Until
 * the database has statistics on the queue, a simpler query might read all jobs to find the few claimed ones.
 */
export const HOLDERS = `WITH RECURSIVE holders AS (
  (SELECT worker FROM owed_jobs WHERE worker IS NOT NULL ORDER BY worker LIMIT 1)
  UNION ALL
  SELECT (SELECT worker FROM owed_jobs WHERE worker > holders.worker ORDER BY worker LIMIT 1)
  FROM holders WHERE worker IS NOT NULL)`;
