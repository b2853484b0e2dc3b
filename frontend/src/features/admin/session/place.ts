import type { Location } from 'react-router-dom';

/** The admin page that was open, with the values kept in its history entry. */
export interface Place {
  readonly to: string;
  readonly kept: unknown;
}

/**
 * Returns the router state that goes along to the login. Only the browser's history holds it, never an
 * address.
 */
export const placeOf = ({ pathname, search, state }: Location): { readonly place: Place } => ({
  place: { to: `${pathname}${search}`, kept: state as unknown },
});

/**
 * Reads the page that was open from a history state. The state can hold anything. Undefined if it names no
 * admin page.
 */
export function placeIn(state: unknown): Place | undefined {
  const place = (state as { place?: Partial<Place> } | null | undefined)?.place;
  return typeof place?.to === 'string' && place.to.startsWith('/admin/')
    ? { to: place.to, kept: place.kept }
    : undefined;
}
