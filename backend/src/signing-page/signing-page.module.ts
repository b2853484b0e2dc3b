import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../platform/tokens.js';
import { SigningLinks } from './signing-links.js';
import { SigningPageController } from './signing-page.controller.js';
import { ReadDocumentByLinkHandler } from './signing-page.queries.js';

/** Party 2's side. Needs DOCUMENT_NAMING (tokens.ts) from a global module. */
@Module({
  controllers: [SigningPageController],
  providers: [
    { provide: SigningLinks, inject: [POOL], useFactory: (pool: Pool) => new SigningLinks(pool) },
    ReadDocumentByLinkHandler,
  ],
})
export class SigningPageModule {}
