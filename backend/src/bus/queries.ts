import { Injectable } from '@nestjs/common';
import { type Query, QueryBus } from '@nestjs/cqrs';

/**
 * The only way to read models. A query is a value that names its result; its handler is beside it, in the
 * folder of the read model.
 */
@Injectable()
export class Queries {
  readonly ask: <Result>(query: Query<Result>) => Promise<Result>;

  constructor(bus: QueryBus) {
    this.ask = (query) => bus.execute(query);
  }
}
