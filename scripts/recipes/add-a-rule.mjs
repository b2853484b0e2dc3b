// The example: a name for a rule that the code already follows.
export const recipe = {
  heading: 'Add a rule',
  steps: [
    {
      file: 'docs/rules/erasure.md',
      before: '## rule:legal-hold\n',
      text: `## rule:days-end-to-the-minute

Days after which an agreement is erased end at the time of day at which they began, and not at midnight.

- Code: [nda/rules/retention.ts](../../backend/src/nda/rules/retention.ts)
- Tests: [nda/rules/retention.spec.ts](../../backend/src/nda/rules/retention.spec.ts)

`,
    },
    {
      file: 'backend/src/nda/rules/retention.ts',
      from: '// Decides when an agreement may be erased automatically. All pure;',
      to: '// Decides when an agreement may be erased automatically (rule:days-end-to-the-minute). All pure;',
    },
  ],
};
