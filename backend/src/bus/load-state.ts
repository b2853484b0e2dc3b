import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CommandRunner, Decider, LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { NewEvent } from '../eventsourcing/journal/event.js';

/** Query for the state of a stream itself, not for a read model. */
export class LoadState<State, DomainCommand, Event extends NewEvent> extends Query<
  LoadedState<State, Event>
> {
  constructor(
    readonly decider: Decider<State, DomainCommand, Event>,
    readonly id: string,
    readonly to?: number,
  ) {
    super();
  }
}

@QueryHandler(LoadState)
export class LoadStateHandler implements IQueryHandler<LoadState<unknown, unknown, NewEvent>> {
  constructor(private readonly runner: Pick<CommandRunner, 'state'>) {}

  execute({
    decider,
    id,
    to,
  }: LoadState<unknown, unknown, NewEvent>): Promise<LoadedState<unknown, NewEvent>> {
    return this.runner.state(decider, id, to);
  }
}
