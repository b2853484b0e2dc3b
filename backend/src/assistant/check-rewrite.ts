import { TERM_FIELDS } from '@siegel/contracts/nda/term-fields';
import { normalized } from '@siegel/contracts/validation/normalized';
import { firstUnprintable } from '@siegel/contracts/validation/printable';
import { MANY_LINES } from '@siegel/contracts/validation/lines';
import { type Gain, gainOf, NUMBER } from './gained.js';

const { min, max } = TERM_FIELDS.ideaDescription;
/** Maximum length of a rewritten text, as a multiple of the original. */
const GROWTH_MAX = 2;
/**
 * Maximum length of an answer. A longer answer is neither normalised nor checked, because the cost of both
 * grows with the length.
 */
const RAW_MAX = 3 * max + 1000;

/** The reason why an answer cannot be used as the rewritten text. */
export type RewriteProblem =
  | 'too short'
  | 'too long'
  | 'wrapped'
  | 'commented'
  | 'a number is missing'
  | 'unprintable'
  | Gain;

const numbersIn = (text: string): ReadonlySet<string> => new Set(text.match(NUMBER));

/** Matches a text that is wrapped in quotation marks of either language, or in the fences of a code block. */
const QUOTED = /^(?:["'`„“”«»‚‘’]|```).*(?:["'`“”«»‘’]|```)$/s;

/**
 * Matches a first line that announces the text instead of beginning it, for instance `Hier ist die
 * überarbeitete Fassung:`.
 */
const ANNOUNCED =
  /^[^\n]{0,200}(?<!\p{L})(?:here|hier|version|fassung|description|beschreibung|text|rewritten|revised|improved|optimi[sz]ed|(?:überarbeitet|verbessert|optimiert)\p{L}*)(?!\p{L})[^\n]{0,100}:\s*\n/iu;
const COURTESY =
  /^(?:gerne?|natürlich|selbstverständlich|klar|sicher|sure(?: thing)?|certainly|of course|absolutely|okay|ok)\s*[,.!:–-]/iu;
const INTRODUCED = /^(?:here(?:['’]s| is| are)|hier (?:ist|sind|kommt|folgt))(?!\p{L})[^.\n]{0,200}:/iu;

/** True if the answer contains a comment that is not in the original. */
const isCommented = (text: string, original: string): boolean =>
  [ANNOUNCED, COURTESY, INTRODUCED].some((pattern) => pattern.test(text) && !pattern.test(original));

/**
 * Checks whether an answer can be used as a rewritten description (rule:rewrites-are-checked). No program can
 * tell whether the meaning is the same, so people read both texts and choose.
 * @returns the text as it would be stored, or the reason why it cannot be used
 */
export function checkRewrite(
  answer: string,
  original: string,
): { readonly text: string } | { readonly problem: RewriteProblem } {
  if (answer.length > RAW_MAX) return { problem: 'too long' };
  const text = normalized(answer);
  const problem = problemOf(text, normalized(original));
  return problem === undefined ? { text } : { problem };
}

function problemOf(text: string, original: string): RewriteProblem | undefined {
  if (QUOTED.test(text) && !QUOTED.test(original)) return 'wrapped';
  if (isCommented(text, original)) return 'commented';
  if (text.length < min) return 'too short';
  if (text.length > Math.min(max, GROWTH_MAX * original.length)) return 'too long';
  if (!MANY_LINES.test(text) || firstUnprintable(text) !== undefined) return 'unprintable';
  const kept = numbersIn(text);
  if (![...numbersIn(original)].every((number) => kept.has(number))) return 'a number is missing';
  return gainOf(text, original);
}
