import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { InfoIcon } from '@phosphor-icons/react/dist/csr/Info';
import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle';
import { REASON_TEXTS } from '@siegel/contracts/verification/reasons';
import type { Reason, VerificationReason } from '@siegel/contracts/verification/view';
import { currentLanguage } from '../../lib/language.js';

type Tone = 'ok' | 'info' | 'bad';

const GOOD: ReadonlySet<Reason> = new Set(['seal_valid', 'timestamp_valid', 'record_found', 'evidence_consistent']);
const BAD: ReadonlySet<Reason> = new Set([
  'content_changed',
  'bytes_appended',
  'several_signatures',
  'seal_incomplete',
  'truncated',
  'timestamp_broken',
  'evidence_broken',
]);
const ICONS = { ok: CheckIcon, info: InfoIcon, bad: WarningCircleIcon };

function toneOf(code: Reason): Tone {
  if (GOOD.has(code)) return 'ok';
  return BAD.has(code) ? 'bad' : 'info';
}

/** In the page's language, also after it was switched. A server that is newer than this page may know reasons that it does not. */
export function reasonText({ code, message }: VerificationReason): string {
  const texts: Partial<Record<string, { de: string; en: string }>> = REASON_TEXTS;
  return texts[code]?.[currentLanguage()] ?? message;
}

export function ReasonList({ reasons }: { reasons: readonly VerificationReason[] }) {
  return (
    <ul className="reasons">
      {reasons.map((reason) => {
        const tone = toneOf(reason.code);
        const Icon = ICONS[tone];
        return (
          <li key={reason.code} className={tone}>
            <Icon size={20} aria-hidden="true" />
            <span>{reasonText(reason)}</span>
          </li>
        );
      })}
    </ul>
  );
}
