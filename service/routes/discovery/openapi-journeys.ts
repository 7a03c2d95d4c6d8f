import { MOST_CALLS } from '@labroom/protocol/journey';
import { journeyDescription } from '../../gateway/journeys/open-journeys.ts';
import { errors, json, linked, open, ref } from './openapi-components.ts';

const amount = { type: 'string', description: "In the stablecoin's smallest unit." };

export function journeysRoute() {
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
      content: json(journeyDescription.request, { example: journeyDescription.example }),
    },
    responses: {
      200: {
        description: 'Paid. Only this answer has `journey`, which opens the calls.',
        headers: { 'Payment-Response': { schema: { type: 'string' } } },
        content: json(journeyDescription.response),
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
                      call: journeyDescription.numberOfCall,
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
