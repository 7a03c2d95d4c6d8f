import { MOST_CALLS } from '@labroom/protocol/journey';

const numberOfCall = { type: 'integer', description: 'From 1, in the order of the request.' };

/** JSON Schema of the answer to a journey that is paid. */
const response = {
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

/**
 * JSON Schemas and an example of a journey.
 * @param names of the calls that are sold
 * @param example names of two calls that go together
 */
export function describeJourney(names: readonly string[], example: readonly string[]) {
  return {
    numberOfCall,
    response,
    /** Of a request that buys a journey. */
    request: {
      type: 'object',
      properties: {
        calls: {
          type: 'array',
          minItems: 1,
          maxItems: MOST_CALLS,
          items: {
            type: 'object',
            properties: {
              mutation: { type: 'string', enum: names },
              variables: {
                type: 'object',
                description:
                  'Arguments of the mutation by name, those that are known. The call must have them.',
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
    },
    example: {
      calls: example.map((mutation) => ({ mutation })),
      payerAddress: `0x${'11'.repeat(20)}`,
    },
  };
}
