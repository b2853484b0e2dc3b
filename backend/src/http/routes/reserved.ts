/** Paths and routes of the service itself: never answered with a page of the site. */
export const isReserved = (path: string): boolean => /^\/(?:api|dev|health|metrics)(?:\/|$)/.test(path);
