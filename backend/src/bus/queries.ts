import { Injectable } from '@nestjs/common';
import { type Query, QueryBus } from '@nestjs/cqrs';

/**
 * All reads of the read models go through this class. A query is a value whose type names the type of its
 * result. A query and its handler are in the folder of the read model.
 */
@Injectable()
export class Queries {
  readonly ask: <Result>(query: Query<Result>) => Promise<Result>;

  constructor(bus: QueryBus) {
    this.ask = (query) => bus.execute(query);
  }
}
