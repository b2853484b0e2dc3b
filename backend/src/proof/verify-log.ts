import { LogPass, type LogVerdict, type PassParts } from './log-pass.js';

export interface LogVerifyingParts extends PassParts {
  /** Called after each batch with the number of verified events, and the number of existing leaves. */
  readonly onProgress?: (events: number, leaves: number) => void;
}

/** Verifies the whole log in one go (rule:log-is-verified). @throws EventStoreUnavailable */
export async function verifyLog(parts: LogVerifyingParts): Promise<LogVerdict> {
  const pass = await LogPass.over({ ...parts, readsAhead: true });
  for await (const _ of pass.steps()) parts.onProgress?.(pass.verdict.events, pass.size);
  return pass.verdict;
}
