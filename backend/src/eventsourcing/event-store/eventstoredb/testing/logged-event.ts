/** An event as the server keeps it. Revisions count from 0. Positions grow with the size of the events. */
export interface LoggedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** 100 ns ticks since the Unix epoch. */
  readonly created: string;
  readonly position: number;
}
