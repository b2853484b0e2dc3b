import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { IdempotencyKeys, planConfirm } from './confirm-nda.js';
import { sampleForm } from './testing/sample-form.js';

describe('confirming', () => {
  const changed = { ...sampleForm, ideaTitle: 'Anderer Titel' };
  const signed = { ...sampleNda, status: 'party1_signed' as const, party1SignedAt: '2026-11-12T13:00:00Z' };

  it('creates an NDA, reuses it, replaces it, or creates another beside a signed NDA', () => {
    expect(planConfirm(sampleForm, null)).toEqual({ kind: 'create' });
    expect(planConfirm(sampleForm, sampleNda)).toEqual({ kind: 'reuse', id: sampleNda.id });
    expect(planConfirm(changed, sampleNda)).toEqual({ kind: 'replace', id: sampleNda.id });
    expect(planConfirm(sampleForm, signed)).toEqual({ kind: 'reuse', id: sampleNda.id });
    expect(planConfirm(changed, signed)).toEqual({ kind: 'beside', id: sampleNda.id });
  });

  it('keeps one idempotency key per body until the server has answered', () => {
    let count = 0;
    const keys = new IdempotencyKeys(() => `key-${(count += 1)}`);
    expect([keys.for({ a: 1 }), keys.for({ a: 1 }), keys.for({ a: 2 })]).toEqual(['key-1', 'key-1', 'key-2']);
    keys.answered({ a: 1 });
    expect([keys.for({ a: 1 }), keys.for({ a: 2 })]).toEqual(['key-3', 'key-2']);
  });
});
