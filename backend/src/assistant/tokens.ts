/** The configured provider's model; undefined if there is none. */
export const AI_MODEL = Symbol('AiModel');
