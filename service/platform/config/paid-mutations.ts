import { paidMutations } from '#contract/contract.generated.ts';

/** The mutations that the gateway sells (`@paid` in the schema), with their price variables by precedence (docs/specification/gateway.md#prices). */
export const priceVariables = {
  initiateCreateOrUpdateFile: [
    'X402_PRICE_INITIATE_CREATE_OR_UPDATE_FILE',
    'X402_PRICE_INITIATECREATEORUPDATEFILE',
  ],
  finishCreateOrUpdateFile: [
    'X402_PRICE_FINISH_CREATE_OR_UPDATE_FILE',
    'X402_PRICE_FINISHCREATEORUPDATEFILE',
  ],
  createLab: ['X402_PRICE_CREATE_LAB', 'X402_PRICE_CREATELAB'],
  generateDataEncryptionKey: [
    'X402_PRICE_GENERATE_DATA_ENCRYPTION_KEY',
    'X402_PRICE_GENERATEDATAENCRYPTIONKEY',
  ],
  decryptDataKey: ['X402_PRICE_DECRYPT_DATA_KEY', 'X402_PRICE_DECRYPTDATAKEY'],
  createAnnouncement: ['X402_PRICE_CREATE_ANNOUNCEMENT', 'X402_PRICE_CREATEANNOUNCEMENT'],
} as const satisfies Record<PaidMutation, readonly [`X402_PRICE_${string}`, `X402_PRICE_${string}`]>;

export { paidMutations };
export type PaidMutation = (typeof paidMutations)[number];
export type PriceVariable = (typeof priceVariables)[PaidMutation][number] | 'X402_PRICE_DEFAULT';

export function isPaidMutation(name: string): name is PaidMutation {
  return Object.hasOwn(priceVariables, name);
}
