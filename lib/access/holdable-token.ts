import type { Address } from '@labroom/contracts/networks';

/** The ERC-20 of a lab, with the fields that access conditions need. */
export interface HoldableToken {
  address: Address;
  symbol: string;
  decimals: number;
}

/** Decimal places of every token that is created for a lab. An attached token can have others. */
export const labTokenDecimals = 18;

/** Whether conditions may refer to a token. */
export const mayNameToken = (conditions = ''): boolean => conditions.includes('balanceOf');

/** A token as the API has it, with the decimal places that its contract states. */
export const holdableToken = (
  { tokenContract, symbol }: { tokenContract: string; symbol: string },
  decimals: number,
): HoldableToken => ({ address: tokenContract as Address, symbol, decimals });
