import type { Language } from '@siegel/contracts/enums';
import { formatTimestamp } from '@siegel/contracts/formats';
import { BUNDLE_KINDS } from '@siegel/contracts/verification/bundle-kinds';
import type { BundleVerdict } from '../proof/bundle/verify-bundle.js';

const VERDICTS = {
  intact: { de: 'UNVERSEHRT', en: 'INTACT' },
  broken: { de: 'VERÄNDERT', en: 'BROKEN' },
  unknown: { de: 'UNBEKANNT', en: 'UNKNOWN' },
} as const;

/** Returns the report on an evidence bundle for people. */
export function bundleText({ verdict, kind, at, facts }: BundleVerdict, language: Language): string {
  const isGerman = language === 'de';
  const lines = [VERDICTS[verdict][language] as string];
  if (kind !== null) lines.push(`  ${BUNDLE_KINDS[kind][language]}`);
  if (at !== null) lines.push(`  ${isGerman ? 'Stelle' : 'Place'}: ${at} (${kind})`);
  if (facts === undefined) return lines.join('\n');
  const { stream, events, checkpointAt, shut } = facts;
  const time = `${formatTimestamp(checkpointAt, 'UTC')} UTC`;
  lines.push(
    `  ${stream}`,
    isGerman
      ? `  Ereignisse: ${events}, lückenlos verkettet; Prüfpunkt vom ${time}`
      : `  Events: ${events}, chained without a gap; checkpoint of ${time}`,
  );
  if (shut > 0) lines.push(isGerman ? `  Nicht offengelegt: ${shut}` : `  Not disclosed: ${shut}`);
  return lines.join('\n');
}

/** Returns the report for programs: one line of JSON with exactly these three members. */
export const bundleLine = ({ verdict, kind, at }: BundleVerdict): string =>
  JSON.stringify({ verdict, kind, at });
