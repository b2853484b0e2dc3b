/**
 * Name of the checkpointer's position in the log. The position is stored together with the positions of
 * projections and reactions.
 */
export const CHECKPOINTER = 'checkpointer';
