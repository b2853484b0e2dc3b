import { type DayRange, isDay, rangeProblem } from '@siegel/contracts/analytics/days';
import type { Language } from '@siegel/contracts/enums';
import type { JsonSchema } from '@siegel/contracts/schema';
import type { ToolDescription } from './ai-model.js';

/** What a tool found: for the model, and in words for whoever asked. */
export interface Found {
  readonly told: object;
  /** What was looked up, of which days, with its figures. */
  readonly source: string;
}

/** A question that can be asked of the service. It changes nothing. */
export interface Tool extends ToolDescription {
  /** @returns undefined where the arguments are not those of its schema */
  run(given: unknown, language: Language): Promise<Found> | undefined;
}

const members = (value: unknown): readonly [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;

export const NOTHING: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

export const isNothing = (given: unknown): boolean => members(given)?.length === 0;

const day = (which: string): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: `${which} day, YYYY-MM-DD, in Europe/Berlin`,
});

export const DAYS: JsonSchema = {
  type: 'object',
  properties: { from: day('First'), to: day('Last') },
  required: ['from', 'to'],
  additionalProperties: false,
};

/** The range that is asked for; undefined where it is none, or anything else is asked for beside it. */
export function daysGiven(given: unknown): DayRange | undefined {
  if (members(given)?.length !== 2) return undefined;
  const { from: startDate, to: endDate } = given as { from?: unknown; to?: unknown };
  if (!isDay(startDate) || !isDay(endDate)) return undefined;
  const range = { startDate, endDate };
  return rangeProblem(range) === undefined ? range : undefined;
}
