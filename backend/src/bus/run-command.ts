import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type {
  CommandResult,
  CommandRunner,
  Decider,
  RunOptions,
} from '../eventsourcing/commands/command-runner.js';
import type { CommandContext, NewEvent } from '../eventsourcing/journal/event.js';

/** The message on the command bus: one command for one stream of one write model. */
export class RunCommand<State, DomainCommand, Event extends NewEvent> extends Command<
  CommandResult<State, Event>
> {
  constructor(
    readonly decider: Decider<State, DomainCommand, Event>,
    readonly id: string,
    readonly command: DomainCommand,
    readonly context: CommandContext,
    readonly options?: RunOptions<State, Event>,
  ) {
    super();
  }
}

/** Every command of every write model passes through here. */
@CommandHandler(RunCommand)
export class RunCommandHandler implements ICommandHandler<RunCommand<unknown, unknown, NewEvent>> {
  constructor(private readonly runner: Pick<CommandRunner, 'run'>) {}

  execute({
    decider,
    id,
    command,
    context,
    options,
  }: RunCommand<unknown, unknown, NewEvent>): Promise<CommandResult<unknown, NewEvent>> {
    return this.runner.run(decider, id, command, context, options);
  }
}
