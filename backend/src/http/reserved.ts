/** Addresses of the service itself: never answered with a page of the site. A query may follow. */
export const isReserved = (url: string): boolean => /^\/(?:api|dev|health|metrics)(?:[/?]|$)/.test(url);
