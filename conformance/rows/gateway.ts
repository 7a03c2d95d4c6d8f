import { group } from './group.ts';

export const gateway = [
  group('Gateway endpoints', 'docs/specification/gateway.md#payment-flow', {
    'gateway.initiateCreateOrUpdateFile': '`/x402/labs/initiateCreateOrUpdateFile`',
    'gateway.finishCreateOrUpdateFile': '`/x402/labs/finishCreateOrUpdateFile`',
    'gateway.createLab': '`/x402/labs/createLab`',
    'gateway.generateDataEncryptionKey': '`/x402/labs/generateDataEncryptionKey`',
    'gateway.decryptDataKey': '`/x402/labs/decryptDataKey`',
    'gateway.createAnnouncement': '`/x402/labs/createAnnouncement`, deprecated, still charged',
    'gateway.request': 'one operation, a mutation, one top-level selection, named as the path; else 400',
    'gateway.arguments': 'arguments that cannot run by themselves: 400 with the in-band error',
    'gateway.step1': 'no payment: 402, `{isSuccess: false, message}`, requirements in `payment-required`',
    'gateway.step2': 'an EIP-3009 authorization for exactly what was quoted, signed by the client',
    'gateway.step3': 'the payment in `Payment-Signature`, `X-Payment` or `Payment`',
    'gateway.step4': 'verification failed: 402 with the original requirements',
    'gateway.step5': 'a scoped token for the one mutation, in the name of the payer',
    'gateway.step6': 'settled after an upstream 2xx; settlement headers in the response',
    'gateway.payer.authorization': 'payer from `payload.authorization.from`',
    'gateway.payer.permit2': 'then from `payload.permit2Authorization.from`',
    'gateway.payer.body': 'then from the body field `payerAddress`',
    'gateway.payer.none': 'none valid: 400',
    'gateway.configuration': 'price variables in their order, network, asset, payee, facilitator',
  }),
] as const;
