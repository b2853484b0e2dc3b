import { ownMember } from '@siegel/contracts/own-members';
import { Fragment, type ReactNode } from 'react';

/** Option for `t` that leaves the placeholders in a text, so that `isolated` can fill them. */
export const OPEN = { skipInterpolation: true } as const;

/**
 * Replaces the placeholders in a text with names. Each name is isolated, so that a name written from right to
 * left does not change the order of the words around it.
 * @param text from `t(key, OPEN)`
 */
export function isolated(text: string, names: Readonly<Record<string, string>>): ReactNode {
  // After the split, every second part is the name of a placeholder.
  return text.split(/\{\{(\w+)\}\}/).map((part, place) =>
    place % 2 === 0 ? (
      // The index is a stable key, because the parts of a text never change their order.
      <Fragment key={`${place}-text`}>{part}</Fragment>
    ) : (
      <bdi key={`${place}-${part}`}>{ownMember(names, part)}</bdi>
    ),
  );
}
