/** What made an answer of the node unusable. A later request may succeed. */
export type NodeFault =
  | 'BLOCK_MISSING'
  | 'OTHER_BLOCK'
  | 'BROKEN_CHAIN'
  | 'OTHER_HISTORY'
  | 'LOG_NOT_ASKED_FOR'
  | 'LOG_NOT_FINAL'
  | 'LOG_OF_OTHER_BLOCK'
  | 'LOGS_CONTRADICT'
  | 'LOGS_MISSING'
  | 'SENDER_MISSING';

export class NodeError extends Error {
  readonly fault: NodeFault;

  constructor(fault: NodeFault, message: string) {
    super(message);
    this.name = 'NodeError';
    this.fault = fault;
  }
}

/** The node refuses so many blocks or logs at once; a smaller range may work. */
export class RangeTooLargeError extends Error {
  constructor(cause: unknown) {
    super('The node refuses a range of this size', { cause });
    this.name = 'RangeTooLargeError';
  }
}
