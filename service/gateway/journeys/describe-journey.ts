import { MOST_CALLS } from '@labroom/protocol/journey';
import { paidMutations } from '../../platform/config/paid-mutations.ts';

export const numberOfCall = { type: 'integer', description: 'From 1, in the order of the request.' };

/** JSON Schema of a request that buys a journey. */
export const journeyRequest = {
  type: 'object',
  properties: {
    calls: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_CALLS,
      items: {
        type: 'object',
        properties: {
          mutation: { type: 'string', enum: paidMutations },
          variables: {
            type: 'object',
            description: 'Arguments of the mutation by name, those that are known. The call must have them.',
          },
        },
        required: ['mutation'],
        additionalProperties: false,
      },
    },
    payerAddress: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
  },
  required: ['calls', 'payerAddress'],
  additionalProperties: false,
};

/** JSON Schema of the answer to a journey that is paid. */
export const journeyResponse = {
  type: 'object',
  properties: {
    journey: { type: 'string', pattern: '^0x[0-9a-f]{64}$' },
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: { call: numberOfCall, mutation: { type: 'string' } },
        required: ['call', 'mutation'],
      },
    },
    expiresAt: { type: 'string', format: 'date-time' },
  },
  required: ['journey', 'calls', 'expiresAt'],
};

export const journeyExample = {
  calls: [{ mutation: 'generateDataEncryptionKey' }, { mutation: 'createAnnouncement' }],
  payerAddress: `0x${'11'.repeat(20)}`,
};
