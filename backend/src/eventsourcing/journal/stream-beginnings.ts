/**
 * Says whether a stream may begin. A stream that was removed from the store looks like one that never began
 * (rule:no-second-event-at-a-place).
 */
export interface StreamBeginnings {
  /**
   * Throws if the stream had events before. Called before its first event is written.
   * @throws StreamUntrusted
   */
  requireUnknown(stream: string): Promise<void>;
  /**
   * Throws if the stream may have had events before. Called if the stream already has a key that another
   * process made.
   * @throws StreamUntrusted, EventStoreUnavailable
   */
  requireUnbegun(stream: string): Promise<void>;
}
