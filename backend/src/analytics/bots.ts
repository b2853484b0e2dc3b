/** Matches bots that identify themselves. Every other client counts as a person. */
const BOT =
  /bot\b|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|pingdom|uptime|monitor|lighthouse|archiver/i;

export const isBot = (userAgent: string): boolean => BOT.test(userAgent);
