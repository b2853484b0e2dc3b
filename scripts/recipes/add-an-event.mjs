// A note that the operator writes down about an agreement.
export const recipe = {
  heading: 'Add an event',
  steps: [
    {
      file: 'backend/src/nda/nda.events.ts',
      before: "export type LegalHoldSet = NewEvent<'LegalHoldSet'",
      text: "export type NoteAdded = NewEvent<'NoteAdded', object, { readonly note: string }>;\n",
    },
    { file: 'backend/src/nda/nda.events.ts', before: '  | LegalHoldSet\n', text: '  | NoteAdded\n' },
  ],
};
