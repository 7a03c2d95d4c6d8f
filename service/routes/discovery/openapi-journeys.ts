import { MOST_CALLS } from '#packages/protocol/journey.ts';
import { errors, json, linked, open, ref } from './openapi-components.ts';

const call = { type: 'integer', description: 'From 1, in the order of the request.' };
const amount = { type: 'string', description: "In the stablecoin's smallest unit." };

export function journeysRoute(mutations: readonly string[]) {
  return {
    tags: ['gateway'],
    operationId: 'buyJourney',
    summary: `Up to ${MOST_CALLS} calls for one payment`,
    description:
      'Without a payment the response is 402 with the sum as price, and says of each call whether it would run now. The payment must name the journey: it needs Payment-Salt. Calls are sent to their own paths with Payment-Journey, for 30 days. Calls that are not used are not refunded.',
    security: open,
    parameters: [
      { name: 'Payment-Signature', in: 'header', schema: { type: 'string', contentEncoding: 'base64' } },
      { name: 'Payment-Salt', in: 'header', schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' } },
      { name: 'Payment-Proof', in: 'header', schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      content: json({
        type: 'object',
        properties: {
          calls: {
            type: 'array',
            minItems: 1,
            maxItems: MOST_CALLS,
            items: {
              type: 'object',
              properties: {
                mutation: { type: 'string', enum: mutations },
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
      }),
    },
    responses: {
      200: {
        description: 'Paid. Only this answer has `journey`, which opens the calls.',
        headers: { 'Payment-Response': { schema: { type: 'string' } } },
        content: json({
          type: 'object',
          properties: {
            journey: { type: 'string', pattern: '^0x[0-9a-f]{64}$' },
            calls: {
              type: 'array',
              items: {
                type: 'object',
                properties: { call, mutation: { type: 'string' } },
                required: ['call', 'mutation'],
              },
            },
            expiresAt: { type: 'string', format: 'date-time' },
          },
          required: ['journey', 'calls', 'expiresAt'],
        }),
      },
      402: {
        description:
          'The payment is missing or refused. Without one: the price, and what is known of each call.',
        headers: { ...linked, 'Payment-Required': { schema: { type: 'string' } } },
        content: json({
          allOf: [
            ref('schemas', 'PaymentRequired'),
            {
              type: 'object',
              properties: {
                calls: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      call,
                      mutation: { type: 'string' },
                      price: amount,
                      foreseen: {
                        type: ['object', 'null'],
                        description:
                          'As /foresee answers; null where arguments are missing, or it cannot be told now.',
                      },
                    },
                    required: ['call', 'mutation', 'price', 'foreseen'],
                  },
                },
              },
            },
          ],
        }),
      },
      ...errors(400, 401, 405, 413, 415, 429, 502, 503, 504),
    },
  };
}
