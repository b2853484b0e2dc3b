import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { Commands } from './commands.js';
import { LoadLastTrustedHandler, LoadStateHandler } from './load-state.js';
import { Queries } from './queries.js';
import { RunCommandHandler } from './run-command.js';

/**
 * Provides the command bus, the query bus, `Commands` and `Queries` to every module. The buses work once the
 * app has been bootstrapped.
 */
@Module({})
export class BusModule {
  static with(runner: CommandRunner): DynamicModule {
    return {
      module: BusModule,
      global: true,
      imports: [CqrsModule.forRoot()],
      providers: [
        Commands,
        Queries,
        { provide: RunCommandHandler, useFactory: () => new RunCommandHandler(runner) },
        { provide: LoadStateHandler, useFactory: () => new LoadStateHandler(runner) },
        { provide: LoadLastTrustedHandler, useFactory: () => new LoadLastTrustedHandler(runner) },
      ],
      exports: [Commands, Queries, CqrsModule],
    };
  }
}
