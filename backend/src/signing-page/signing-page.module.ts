import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { EVENT_STORE, JOURNAL, POOL } from '../platform/tokens.js';
import { SigningLinks } from './signing-links.js';
import { SigningPageController } from './signing-page.controller.js';
import { ReadDocumentByLinkHandler } from './signing-page.queries.js';

/** Party 2's side. Needs DOCUMENT_NAMING (tokens.ts) from a global module. */
@Module({
  controllers: [SigningPageController],
  providers: [
    {
      provide: SigningLinks,
      inject: [POOL, EVENT_STORE, JOURNAL],
      useFactory: (pool: Pool, store: EventStore, journal: Journal) =>
        new SigningLinks({ pool, store, journal }),
    },
    ReadDocumentByLinkHandler,
  ],
})
export class SigningPageModule {}
