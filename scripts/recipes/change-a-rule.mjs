// The example: an address cannot be corrected to the address of the other party.
export const recipe = {
  heading: 'Change a rule',
  steps: [
    {
      file: 'backend/src/nda/decide/correct.spec.ts',
      before: "  it('refuses when Party 2 has signed through a link', () =>\n    given(...splitSent",
      text: `  it('refuses the address of Party 1', () =>
    given(created)
      .when({ ...correct, party2Email: personal.party1Email })
      .thenRefused('same_address'));
`,
    },
    {
      file: 'backend/src/nda/decide/correct.ts',
      from: `  const { party2Email: previousEmail } = requireCorrectable(state);
`,
      to: `  const { party1Email, party2Email: previousEmail } = requireCorrectable(state);
  if (isSameAddress(party2Email, party1Email)) throw new RuleBroken('same_address');
`,
    },
    {
      file: 'contracts/src/errors/invitation-errors.ts',
      before: '  reminder_limit: entry(\n',
      text: `  same_address: entry(
    409,
    'Das ist die Adresse der anderen Partei. Bitte geben Sie eine andere ein.',
    'This is the address of the other party. Please enter a different one.',
  ),
`,
    },
    {
      file: 'backend/src/party1/addresses.controller.ts',
      from: "'nda_final', 'address_limit', 'invitation_expired'],",
      to: "'nda_final', 'address_limit', 'same_address', 'invitation_expired'],",
    },
    {
      file: 'docs/rules/remote-signing.md',
      before: '## rule:three-manual-reminders\n',
      text: `## rule:corrected-address-is-another

Party 1 cannot correct Party 2's address to its own address.

- Code: [nda/decide/correct.ts](../../backend/src/nda/decide/correct.ts)
- Tests: [nda/decide/correct.spec.ts](../../backend/src/nda/decide/correct.spec.ts)

`,
    },
    {
      file: 'backend/src/nda/decide/correct.ts',
      from: ' * @throws nda_final, nda_erased, invitation_expired, address_limit\n',
      to: ` * A party cannot get the other party's address (rule:corrected-address-is-another).
 * @throws nda_final, nda_erased, same_address, invitation_expired, address_limit
`,
    },
  ],
};
