import type { Location } from 'react-router-dom';

/** The admin page that was open, with the values kept in its history entry. */
export interface Place {
  readonly to: string;
  readonly kept: unknown;
}

/**
 * Returns the router state that is passed to the login page. Only the browser's history holds this state, so
 * no address contains it.
 */
export const placeOf = ({ pathname, search, state }: Location): { readonly place: Place } => ({
  place: { to: `${pathname}${search}`, kept: state as unknown },
});

/**
 * Reads from a history state which admin page was open. Undefined if the state names no admin page. The state
 * can hold anything.
 */
export function placeIn(state: unknown): Place | undefined {
  const place = (state as { place?: Partial<Place> } | null | undefined)?.place;
  return typeof place?.to === 'string' && place.to.startsWith('/admin/')
    ? { to: place.to, kept: place.kept }
    : undefined;
}
