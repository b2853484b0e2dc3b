/** Those that say so themselves; nobody else is suspected. */
const BOT =
  /bot\b|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|pingdom|uptime|monitor|lighthouse|archiver/i;

export const isBot = (userAgent: string): boolean => BOT.test(userAgent);
