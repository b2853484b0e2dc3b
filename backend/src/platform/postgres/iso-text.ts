/**
 * Returns an SQL expression that formats an instant as ISO 8601 in UTC with milliseconds.
 * @param instant an SQL expression
 */
export const isoText = (instant: string): string =>
  `to_char((${instant}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
