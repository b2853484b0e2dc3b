import { Injectable } from '@nestjs/common';
import { type Query, QueryBus } from '@nestjs/cqrs';

/**
 * The only way to read models. A query is a value whose type names its result. Its handler is beside it, in
 * the read model's folder.
 */
@Injectable()
export class Queries {
  readonly ask: <Result>(query: Query<Result>) => Promise<Result>;

  constructor(bus: QueryBus) {
    this.ask = (query) => bus.execute(query);
  }
}
