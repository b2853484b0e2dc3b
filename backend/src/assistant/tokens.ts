/** The configured provider's model; undefined where there is none. */
export const AI_MODEL = Symbol('AiModel');
