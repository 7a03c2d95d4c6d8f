import type { UserOperation } from 'viem/account-abstraction';

export type Operation = UserOperation<'0.8'>;
type GasField = 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas';
type FeeField = 'maxFeePerGas' | 'maxPriorityFeePerGas';
export type OperationPrice = Pick<Operation, GasField | FeeField>;

/** Brings user operations (ERC-4337) to EntryPoint v0.8. */
export interface Bundler {
  /** Gas limits and fees that it would take for this operation, whose signature is a stand-in of the right length. */
  quote(operation: Operation): Promise<OperationPrice>;

  /** Accepts the operation. That says nothing yet about its success. The same operation may be sent again. */
  send(operation: Operation): Promise<void>;
}

/** The operation was not accepted. */
export class BundlerError extends Error {
  /** Whether it surely is not under way: the bundler said no. Otherwise nobody knows. */
  readonly refused: boolean;

  constructor(message: string, refused: boolean) {
    super(message);
    this.name = 'BundlerError';
    this.refused = refused;
  }
}
