/** True for paths and routes of the service itself, which never show a page of the site. */
export const isReserved = (path: string): boolean => /^\/(?:api|dev|health|metrics)(?:\/|$)/.test(path);
