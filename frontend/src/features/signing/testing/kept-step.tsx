import { useState } from 'react';
import type { SigningChoice } from '../signing-choice.js';
import { SigningStep, type SigningStepProps } from '../signing-step.js';

/** Renders step 4 with the wizard's state that keeps the choice. */
export function KeptStep(props: Omit<SigningStepProps, 'choice'>) {
  const choice = useState<SigningChoice | null>(null);
  return <SigningStep {...props} choice={choice} />;
}
