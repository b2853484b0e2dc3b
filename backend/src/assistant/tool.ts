import { type DayRange, isDay, rangeProblem } from '@siegel/contracts/analytics/days';
import type { Language } from '@siegel/contracts/enums';
import type { JsonSchema } from '@siegel/contracts/schema';
import type { ToolDescription } from './ai-model.js';

/**
 * The result of a tool in two forms: `data` for the model, and `source` in words for the person who asked the
 * question.
 */
export interface ToolResult {
  readonly data: object;
  /** Name of the query, the days that it covers, and its figures. */
  readonly source: string;
}

/** A query of the service that a model can call. It changes nothing. */
export interface Tool extends ToolDescription {
  /** @returns undefined if the arguments do not fit the schema */
  run(args: unknown, language: Language): Promise<ToolResult> | undefined;
}

const members = (value: unknown): readonly [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;

export const NO_ARGUMENTS: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

export const hasNoArguments = (args: unknown): boolean => members(args)?.length === 0;

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

/** Returns the requested range. Undefined if the range is not valid, or if there are other arguments. */
export function parseDays(args: unknown): DayRange | undefined {
  if (members(args)?.length !== 2) return undefined;
  const { from: startDate, to: endDate } = args as { from?: unknown; to?: unknown };
  if (!isDay(startDate) || !isDay(endDate)) return undefined;
  const range = { startDate, endDate };
  return rangeProblem(range) === undefined ? range : undefined;
}
