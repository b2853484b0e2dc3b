import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { COMMAND_RUNNER } from '../tokens.js';
import type { CommandResult, CommandRunner, WriteModel } from './command-runner.js';
import type { CommandContext, NewEvent } from './event.js';

/** What a controller puts on the command bus: one command for one stream of one write model. */
export class RunCommand<State, DomainCommand, Event extends NewEvent> extends Command<CommandResult<State, Event>> {
  constructor(
    readonly model: WriteModel<State, DomainCommand, Event>,
    readonly id: string,
    readonly command: DomainCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RunCommand)
export class RunCommandHandler implements ICommandHandler<RunCommand<unknown, unknown, NewEvent>> {
  constructor(@Inject(COMMAND_RUNNER) private readonly runner: CommandRunner) {}

  async execute({ model, id, command, context }: RunCommand<unknown, unknown, NewEvent>): Promise<CommandResult<unknown, NewEvent>> {
    return this.runner.run(model, id, command, context);
  }
}
