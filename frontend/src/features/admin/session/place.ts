import type { Location } from 'react-router-dom';

/** Where somebody was in the office, with what was kept beside the address. */
export interface Place {
  readonly to: string;
  readonly kept: unknown;
}

/** Goes with the way to the login, in the history of the browser and in no address. */
export const placeOf = ({ pathname, search, state }: Location): { readonly place: Place } => ({
  place: { to: `${pathname}${search}`, kept: state as unknown },
});

/** Of the history, where anything may stand; undefined where nobody was anywhere in the office. */
export function placeIn(state: unknown): Place | undefined {
  const place = (state as { place?: Partial<Place> } | null | undefined)?.place;
  return typeof place?.to === 'string' && place.to.startsWith('/admin/')
    ? { to: place.to, kept: place.kept }
    : undefined;
}
