import 'reflect-metadata';
import { Interruption } from './interruption.js';
import { hideExpectedWarnings } from '../platform/process/warnings.js';
import { siegel } from './siegel.js';

hideExpectedWarnings();
const interruption = new Interruption();
interruption.listen();
void siegel(process.argv.slice(2), { print: console.log, printStderr: console.error, interruption }).then(
  (code) => {
    process.exitCode = code;
  },
);
