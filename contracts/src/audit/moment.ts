import { isDay } from '../analytics/days.js';

/** Pattern of a time: ISO 8601 with its offset from UTC. The seconds are optional. */
export const MOMENT =
  /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** True if a value is a time in this format on an existing calendar day. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' &&
  MOMENT.test(value) &&
  isDay(value.slice(0, 'yyyy-mm-dd'.length)) &&
  !Number.isNaN(Date.parse(value));
