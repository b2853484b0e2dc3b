import { type FieldValue, REPLAYED_FIELDS, type ReplayedField } from '@siegel/contracts/audit/fields';
import { replayedFields } from '@siegel/contracts/audit/replayed-fields';
import type { FieldChange, NdaAtView } from '@siegel/contracts/audit/views';
import { TERM_FIELDS } from '@siegel/contracts/nda/term-fields';
import { type FindUnsealed, type Replayed, replayedNda } from './replayed-nda.js';
import type { ReplayState } from './replay-state.js';

const isSame = (one: FieldValue, other: FieldValue): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && one.join('\n') === other.join('\n'));

/** Initial values that every NDA has. They are not listed as changes. */
const BLANK: readonly FieldValue[] = [false, 0, 'none'];
const isBlank = (field: ReplayedField, value: FieldValue): boolean =>
  !Object.hasOwn(TERM_FIELDS, field) &&
  (BLANK.includes(value) || (Array.isArray(value) && value.length === 0));

/**
 * Returns the changes between two states of an NDA's view (`N`), field by field. If `before` is undefined,
 * every value in `after` is a change, except the initial values that every NDA has. A field that cannot be
 * read counts as changed if different events set it in `before` and in `after` (rule:what-an-event-changed).
 */
export function changesBetween(
  before: Replayed | undefined,
  after: Replayed | undefined,
): readonly FieldChange[] {
  const earlier = before && replayedFields(before.nda);
  const later = after && replayedFields(after.nda);
  return REPLAYED_FIELDS.flatMap((field) => {
    const [was, is] = [earlier?.[field] ?? null, later?.[field] ?? null];
    const [goneBefore, goneAfter] = [before?.gone[field], after?.gone[field]];
    const isFirst = earlier === undefined && goneAfter === undefined && isBlank(field, is);
    if (isFirst || (isSame(was, is) && goneBefore === goneAfter)) return [];
    return [{ field, before: was, after: is, gone: goneAfter !== undefined }];
  });
}

/**
 * Returns the NDA's view (`N`) after an event, and the changes by that event, for the audit and `npm run
 * replay`.
 */
export function ndaAt(before: ReplayState, after: ReplayState, find: FindUnsealed): NdaAtView {
  const replayed = replayedNda(after, find);
  const { revision, at, nda, document } = after;
  return {
    revision,
    at,
    nda: replayed?.nda ?? null,
    issueDate: nda.state.status === 'none' ? null : nda.state.issueDate,
    unreadable: replayed?.unreadable ?? null,
    document,
    changes: [...changesBetween(replayedNda(before, find), replayed)],
  };
}
