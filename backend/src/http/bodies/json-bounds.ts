import { isWithinBounds as isWithin, type JsonBounds } from '../../platform/bytes/json-bounds.js';

export type { JsonBounds };

/**
 * Bounds for routes without bounds of their own. `depth` is somewhat greater than the depth of our deepest
 * request. `values` is enough for our largest request, which is a conversation of forty messages. Routes that
 * providers call set their own bounds.
 */
const DEFAULT_BOUNDS: JsonBounds = { depth: 8, values: 500 };

/** True if a body is small enough to be parsed and walked (rule:bodies-are-json). */
export const isWithinBounds = (json: Uint8Array, bounds = DEFAULT_BOUNDS): boolean => isWithin(json, bounds);
