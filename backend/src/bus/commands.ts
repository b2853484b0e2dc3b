import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { LoadLastTrusted, LoadState } from './load-state.js';
import { RunCommand } from './run-command.js';

/**
 * All access to the write models goes through this class, from requests, jobs and scheduled work alike.
 * Commands go through the command bus. Reads of a stream go through the query bus. A test that needs no bus
 * uses the command runner itself.
 */
@Injectable()
export class Commands implements CommandRunner {
  readonly run: CommandRunner['run'];
  readonly state: CommandRunner['state'];
  readonly lastTrusted: CommandRunner['lastTrusted'];

  constructor(commands: CommandBus, queries: QueryBus) {
    this.run = (...command) => commands.execute(new RunCommand(...command));
    this.state = (...query) => queries.execute(new LoadState(...query));
    this.lastTrusted = (...query) => queries.execute(new LoadLastTrusted(...query));
  }
}
