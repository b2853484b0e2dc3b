import type { NdaCreatedView, NdaView } from '@siegel/contracts/nda/view';
import { api } from '../../lib/api.js';
import { CookieLost } from '../../lib/cookies.js';
import { randomKey } from '../../lib/random-key.js';
import { expectAgreement } from '../../lib/stored-draft.js';
import { requestOf, sameAsNda, type WizardForm } from './wizard-form.js';

/**
 * Effect of 'confirm' (rule:changed-draft-replaces). An unchanged NDA is reused. A changed NDA that is
 * unsigned is replaced. A changed NDA that is signed stays, and a new NDA is created beside it.
 */
export type ConfirmPlan =
  | { kind: 'create' }
  | { kind: 'reuse'; id: string }
  | { kind: 'replace'; id: string }
  | { kind: 'beside'; id: string };

export function planConfirm(form: WizardForm, nda: NdaView | null): ConfirmPlan {
  if (nda === null) return { kind: 'create' };
  if (sameAsNda(form, nda)) return { kind: 'reuse', id: nda.id };
  return { kind: nda.party1SignedAt === null ? 'replace' : 'beside', id: nda.id };
}

/**
 * Holds one idempotency key for each request body. A body keeps its key until this browser can open the NDA.
 * A retry after a lost response or a lost cookie therefore creates no second NDA. Once the browser can open
 * the NDA, the same body gets a new key, so the same text can be agreed again later.
 */
export class IdempotencyKeys {
  private readonly keys = new Map<string, string>();

  constructor(private readonly make: () => string = randomKey) {}

  for(body: unknown): string {
    const text = JSON.stringify(body);
    const known = this.keys.get(text);
    if (known !== undefined) return known;
    const made = this.make();
    this.keys.set(text, made);
    return made;
  }

  answered(body: unknown): void {
    this.keys.delete(JSON.stringify(body));
  }
}

const keys = new IdempotencyKeys();

/**
 * Returns the id of the NDA to continue with. Rejects with ApiError, or with CookieLost if this browser
 * cannot open the NDA that it has just created. In that case, a retry with the same key gets the same NDA and
 * its cookie again.
 * @param opens true if this browser can open the NDA with this id
 */
export async function confirmNda(
  form: WizardForm,
  plan: ConfirmPlan,
  opens: (id: string) => Promise<boolean>,
): Promise<string> {
  if (plan.kind === 'reuse') return plan.id;
  const body = requestOf(form, plan.kind === 'replace' ? plan.id : undefined);
  const created = await api.post<NdaCreatedView>('/api/ndas', body, {
    headers: { 'Idempotency-Key': keys.for(body) },
  });
  if (!(await opens(created.id))) throw new CookieLost();
  keys.answered(body);
  if (plan.kind !== 'replace') expectAgreement();
  return created.id;
}
