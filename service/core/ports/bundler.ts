import type { UserOperation } from 'viem/account-abstraction';

export type Operation = UserOperation<'0.8'>;
type GasField = 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas';
type FeeField = 'maxFeePerGas' | 'maxPriorityFeePerGas';
export type OperationPrice = Pick<Operation, GasField | FeeField>;

/** Sends user operations (ERC-4337) to EntryPoint v0.8. */
export interface Bundler {
  /** Estimates gas limits and fees of an operation with a placeholder signature of the right length. */
  quote(operation: Operation): Promise<OperationPrice>;

  /** Sends the operation. Acceptance does not mean success. Sending the same operation again is allowed. */
  send(operation: Operation): Promise<void>;
}

/** The operation was not accepted. */
export class BundlerError extends Error {
  /** True if the bundler rejected the operation, so it is not pending. Otherwise its state is unknown. */
  readonly refused: boolean;

  constructor(message: string, refused: boolean) {
    super(message);
    this.name = 'BundlerError';
    this.refused = refused;
  }
}
