import type { Location } from 'react-router-dom';

/** An admin page that was open, with the values kept in its history entry. */
export interface Place {
  readonly to: string;
  readonly kept: unknown;
}

/** Router state for the way to the login. It is in the browser's history and never in an address. */
export const placeOf = ({ pathname, search, state }: Location): { readonly place: Place } => ({
  place: { to: `${pathname}${search}`, kept: state as unknown },
});

/** Reads the open page from a history state, which can hold anything. Undefined if it names no admin page. */
export function placeIn(state: unknown): Place | undefined {
  const place = (state as { place?: Partial<Place> } | null | undefined)?.place;
  return typeof place?.to === 'string' && place.to.startsWith('/admin/')
    ? { to: place.to, kept: place.kept }
    : undefined;
}
