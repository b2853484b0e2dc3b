import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { InfoIcon } from '@phosphor-icons/react/dist/csr/Info';
import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle';
import type { Language } from '@siegel/contracts/enums';
import type { Reason, VerificationReason } from '@siegel/contracts/verification/view';

type Tone = 'ok' | 'info' | 'bad';

const GOOD: ReadonlySet<Reason> = new Set([
  'seal_valid',
  'timestamp_valid',
  'record_found',
  'evidence_consistent',
]);
const BAD: ReadonlySet<Reason> = new Set([
  'content_changed',
  'bytes_appended',
  'several_signatures',
  'seal_incomplete',
  'truncated',
  'timestamp_broken',
  'evidence_broken',
]);
const TONE_CLASSES: Partial<Record<Tone, string>> = { ok: 'is-good', bad: 'is-bad' };
const ICONS = { ok: CheckIcon, info: InfoIcon, bad: WarningCircleIcon };

function toneOf(code: Reason): Tone {
  if (GOOD.has(code)) return 'ok';
  return BAD.has(code) ? 'bad' : 'info';
}

export interface ReasonListProps {
  reasons: readonly VerificationReason[];
  /** Language of the server's answer. */
  language: Language;
}

export function ReasonList({ reasons, language }: ReasonListProps) {
  return (
    <ul className="reason-list" lang={language}>
      {reasons.map(({ code, message }) => {
        const tone = toneOf(code);
        const Icon = ICONS[tone];
        return (
          <li key={code} className={TONE_CLASSES[tone]}>
            <Icon size={20} aria-hidden="true" />
            <span>{message}</span>
          </li>
        );
      })}
    </ul>
  );
}
