import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventCatalogue } from './event-catalogue.js';

/** Writes `docs/events.md`. This program runs from `backend/dist`. */
writeFileSync(fileURLToPath(new URL('../../../docs/events.md', import.meta.url)), eventCatalogue());
