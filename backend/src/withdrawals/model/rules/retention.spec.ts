import { isRetentionOver } from './retention.js';

const declaredAt = '2026-11-02T10:00:00.000Z';

it.each([
  [declaredAt, 1, '2026-11-03T09:59:59.999Z', false],
  [declaredAt, 1, '2026-11-03T10:00:00.000Z', true],
  [declaredAt, 1461, '2030-11-02T09:59:59.999Z', false],
  [declaredAt, 1461, '2030-11-02T10:00:00.000Z', true],
  [null, 1, '2040-01-01T00:00:00.000Z', false],
])('if declared at %s and kept for %d days, its retention is over at %s: %s', (at, days, now, isOver) =>
  expect(isRetentionOver({ declaredAt: at }, now, days)).toBe(isOver),
);
