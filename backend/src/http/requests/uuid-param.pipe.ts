import { Injectable, type PipeTransform } from '@nestjs/common';
import { RuleBroken } from '../../platform/errors/rule-broken.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Refuses a malformed id with 404, like an unknown id. Use: `@Param('id', UuidParam) id: string`. */
@Injectable()
export class UuidParam implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value !== 'string' || !UUID.test(value)) throw new RuleBroken('not_found');
    return value.toLowerCase();
  }
}
