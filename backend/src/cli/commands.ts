import type { Command } from './command.js';
import { adoptLogCommand } from './commands/adopt-log.command.js';
import { copyDatabaseCommand } from './commands/copy-database.command.js';
import { copyEventsCommand } from './commands/copy-events.command.js';
import { checkPaymentsCommand } from './commands/check-payments.command.js';
import { doctorCommand } from './commands/doctor.command.js';
import { applyErasuresCommand } from './commands/apply-erasures.command.js';
import { eraseNdaCommand } from './commands/erase-nda.command.js';
import { holdNdaCommand } from './commands/hold-nda.command.js';
import { makeSecretsCommand } from './commands/make-secrets.command.js';
import { ownKeysCommand } from './commands/own-keys.command.js';
import { rebuildProjectionsCommand } from './commands/rebuild-projections.command.js';
import { repairLogCommand } from './commands/repair-log.command.js';
import { replayCommand } from './commands/replay.command.js';
import { rotateMasterKeyCommand } from './commands/rotate-master-key.command.js';
import { verifyCommand } from './commands/verify.command.js';
import { verifyLogCommand } from './commands/verify-log.command.js';

/** All commands for the operator, in the order in which `siegel --help` lists them. */
export const COMMANDS: readonly Command[] = [
  doctorCommand,
  replayCommand,
  eraseNdaCommand,
  holdNdaCommand,
  applyErasuresCommand,
  rebuildProjectionsCommand,
  checkPaymentsCommand,
  rotateMasterKeyCommand,
  copyDatabaseCommand,
  copyEventsCommand,
  verifyCommand,
  verifyLogCommand,
  adoptLogCommand,
  repairLogCommand,
  makeSecretsCommand,
  ownKeysCommand,
];
