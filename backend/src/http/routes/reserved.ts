/** True if the path is reserved for the service's own routes. Such a path never shows a page of the site. */
export const isReserved = (path: string): boolean => /^\/(?:api|dev|health|metrics)(?:\/|$)/.test(path);
