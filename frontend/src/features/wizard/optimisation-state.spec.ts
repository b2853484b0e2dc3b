import {
  chosenText,
  editedSinceResult,
  editOptimized,
  editOriginal,
  NO_OPTIMISATION,
  restoreOptimisation,
  select,
  withResult,
} from './optimisation-state.js';

describe('choice between two versions', () => {
  const result = withResult('mein Text', 'überarbeiteter Text');

  it('prefers the rewritten text', () => expect(chosenText(result)).toBe('überarbeiteter Text'));

  it('switches to the original text when it is edited', () => {
    const edited = editOriginal(result, 'mein neuer Text');
    expect(edited.selectedVersion).toBe('original');
    expect(chosenText(edited)).toBe('mein neuer Text');
  });

  it('offers another rewrite only if the chosen text was edited', () => {
    expect(editedSinceResult(result)).toBe(false);
    expect(editedSinceResult(select(result, 'original'))).toBe(false);
    expect(editedSinceResult(editOptimized(result, 'anders'))).toBe(true);
    expect(editedSinceResult(select(editOptimized(result, 'anders'), 'original'))).toBe(false);
  });

  it('survives a reload, and ignores invalid data', () => {
    expect(restoreOptimisation(JSON.parse(JSON.stringify(editOriginal(result, 'x'))))).toEqual(
      editOriginal(result, 'x'),
    );
    for (const damaged of [
      undefined,
      null,
      'x',
      {},
      { hasResult: true },
      { hasResult: true, originalText: 1, optimizedText: 'a' },
    ]) {
      expect(restoreOptimisation(damaged)).toEqual(NO_OPTIMISATION);
    }
  });
});
