import type { Language } from '@siegel/contracts/enums';
import { formatTimestamp } from '@siegel/contracts/formats';
import { BUNDLE_KINDS } from '@siegel/contracts/verification/bundle-kinds';
import type { BundleVerdict } from '../proof/bundle/verify-bundle.js';

const VERDICTS = {
  intact: { de: 'UNVERSEHRT', en: 'INTACT' },
  broken: { de: 'VERÄNDERT', en: 'BROKEN' },
  unknown: { de: 'UNBEKANNT', en: 'UNKNOWN' },
} as const;

/** The report on an evidence bundle. */
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

/** The report for programs: exactly these three members, on one line. */
export const bundleLine = ({ verdict, kind, at }: BundleVerdict): string =>
  JSON.stringify({ verdict, kind, at });
