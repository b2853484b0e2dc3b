/** True for the service's own paths and routes, which never show a page of the site. */
export const isReserved = (path: string): boolean => /^\/(?:api|dev|health|metrics)(?:\/|$)/.test(path);
