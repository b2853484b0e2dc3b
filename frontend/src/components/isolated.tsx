import { Fragment, type ReactNode } from 'react';

/** Given to `t`, it leaves the places of names in a text open. */
export const OPEN = { skipInterpolation: true } as const;

/**
 * A text with names in it, each isolated: one that is written from right to left turns nothing round.
 * @param text as `t(key, OPEN)` gives it
 */
export function isolated(text: string, names: Readonly<Record<string, string>>): ReactNode {
  // What stands between the marks is at each second place.
  return text.split(/\{\{(\w+)\}\}/).map((part, place) =>
    place % 2 === 0 ? (
      // The parts of a text never change their order.
      <Fragment key={`${place}-text`}>{part}</Fragment>
    ) : (
      <bdi key={`${place}-${part}`}>{names[part]}</bdi>
    ),
  );
}
