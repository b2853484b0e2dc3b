import type { Language } from '../enums.js';
import { CHAT_MESSAGE_MAX } from '../limits.js';

export const CHAT_ROLES = ['user', 'assistant'] as const;

export interface ChatMessage {
  role: (typeof CHAT_ROLES)[number];
  content: string;
}

const LABELS: Readonly<Record<Language, string>> = { de: 'Quelle:', en: 'Source:' };
const LABELLED = new RegExp(`^\\W{0,4}(?:${Object.values(LABELS).join('|')})`, 'i');
const isSource = (line: string): boolean =>
  Object.values(LABELS).some((label) => line.startsWith(`${label} `));

const BREAK = '\n';
const CUT = ' …';

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - CUT.length)).trimEnd()}${CUT}`;

/** Returns the leading source lines that fit into half a message. */
function sourceLines(sources: readonly string[], language: Language): readonly string[] {
  let room = CHAT_MESSAGE_MAX / 2;
  return sources
    .map((source) => `${LABELS[language]} ${source}`)
    .filter((line) => (room -= line.length + BREAK.length) >= 0);
}

/**
 * Returns an answer followed by the sources of its figures, cut to the maximum length of a message. Lines in
 * which the model names a source are removed, because only the service names sources
 * (rule:figures-are-the-services-own).
 */
export function answerWithSources(text: string, sources: readonly string[], language: Language): string {
  const own = text
    .split(BREAK)
    .filter((line) => !LABELLED.test(line))
    .join(BREAK)
    .trim();
  const lines = sourceLines(sources, language).join(BREAK);
  if (lines === '') return cut(own, CHAT_MESSAGE_MAX);
  return `${cut(own, CHAT_MESSAGE_MAX - lines.length - 2 * BREAK.length)}${BREAK}${BREAK}${lines}`;
}

export interface AnswerParts {
  readonly text: string;
  /** Each source names figures and the days that the figures cover. */
  readonly sources: readonly string[];
}

/** Splits an answer into the model's text and the sources that the service added. */
export function answerParts(response: string): AnswerParts {
  const lines = response.split(BREAK);
  const first = lines.findLastIndex((line) => !isSource(line)) + 1;
  return {
    text: lines.slice(0, first).join(BREAK).trim(),
    sources: lines.slice(first).map((line) => line.slice(line.indexOf(':') + 1).trim()),
  };
}
