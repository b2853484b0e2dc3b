import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SiteView } from '@siegel/contracts/site';
import { matchesTag } from '../http/requests/entity-tag.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/wiring/tokens.js';
import { siteView } from './site-view.js';

/** Reads the view of this installation. `site` is undefined if the caller already has the current view. */
export class ReadSite extends Query<{ readonly tag: string; readonly site: SiteView | undefined }> {
  constructor(
    /** The caller's ETags, as in `If-None-Match`. */
    readonly known: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(ReadSite)
export class ReadSiteHandler implements IQueryHandler<ReadSite> {
  private readonly site: SiteView;
  private readonly tag: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.site = siteView(config);
    this.tag = `"${createHash('sha256').update(JSON.stringify(this.site)).digest('base64url').slice(0, 22)}"`;
  }

  async execute({ known }: ReadSite) {
    return { tag: this.tag, site: matchesTag(known, this.tag) ? undefined : this.site };
  }
}
