import { Fragment, type ReactNode } from 'react';

/** Option for `t` that keeps the placeholders of names in a text. */
export const OPEN = { skipInterpolation: true } as const;

/**
 * A text with names in it, each isolated, so that a name written from right to left does not change the order
 * of the text.
 * @param text from `t(key, OPEN)`
 */
export function isolated(text: string, names: Readonly<Record<string, string>>): ReactNode {
  // Every second part is a placeholder's name.
  return text.split(/\{\{(\w+)\}\}/).map((part, place) =>
    place % 2 === 0 ? (
      // The parts of a text never change their order.
      <Fragment key={`${place}-text`}>{part}</Fragment>
    ) : (
      <bdi key={`${place}-${part}`}>{names[part]}</bdi>
    ),
  );
}
