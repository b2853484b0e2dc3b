/** Bots that identify themselves; no other client is suspected. */
const BOT =
  /bot\b|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|pingdom|uptime|monitor|lighthouse|archiver/i;

export const isBot = (userAgent: string): boolean => BOT.test(userAgent);
