/** The error of a JSON-RPC answer. */
export interface RpcError {
  code: number;
  message: string;
}

/** EIP-1474 defines no code for a revert; geth, reth, anvil and EDR use this one. */
const revertCode = 3;

/** Messages of nodes that report a failed execution with another code. */
const haltedMessage =
  /revert|out of gas|OutOfGas|EVM error|VM Exception|VM execution error|invalid opcode|opcode .{1,100} not defined|invalid jump|stack (?:under|over)flow|stack limit|gas uint64 overflow|write protection|return data out of bounds|code size|code is too large|initcode/i;

/**
 * Whether the contract caused the error of a call. Any other error, a limit of requests too, is the node's: it says
 * nothing about the contract, and callers must treat it as "not known".
 */
export function isContractFailure({ code, message }: RpcError): boolean {
  return code === revertCode || haltedMessage.test(message);
}
