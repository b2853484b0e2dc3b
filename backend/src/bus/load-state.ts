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

/** Query for the last trusted state of a stream, for callers that only show it. */
export class LoadLastTrusted<State, DomainCommand, Event extends NewEvent> extends Query<
  LoadedState<State, Event>
> {
  constructor(
    readonly decider: Decider<State, DomainCommand, Event>,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(LoadLastTrusted)
export class LoadLastTrustedHandler implements IQueryHandler<LoadLastTrusted<unknown, unknown, NewEvent>> {
  constructor(private readonly runner: Pick<CommandRunner, 'lastTrusted'>) {}

  execute({
    decider,
    id,
  }: LoadLastTrusted<unknown, unknown, NewEvent>): Promise<LoadedState<unknown, NewEvent>> {
    return this.runner.lastTrusted(decider, id);
  }
}
