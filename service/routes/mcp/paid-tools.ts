import { CallRejectedError, type Offer, type SellerAnswer } from '@labroom/payments';
import { canonicalJson } from '@labroom/protocol/canonical-json';
import { JSON_SCHEMA_DIALECT } from '@labroom/protocol/json-schema-dialect';
import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type RequestMeta,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isRetryable, ServiceError } from '#platform/errors/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { saleScope } from '../../gateway/sale-scope.ts';
import { sellCall } from '../../gateway/sell-call.ts';
import type { ServiceDescription } from '../discovery/describe-service.ts';
import type { PaidCallDescription } from '../paid/describe-paid-call.ts';
import { asFailure, asResult, errorOf, failureOf } from './answers.ts';
import type { McpScope } from './reader.ts';

/** Keys of `_meta`: the first two are those of x402 for MCP, the others carry the headers of the gateway. */
const PAYMENT = 'x402/payment';
const PAYMENT_RESPONSE = 'x402/payment-response';
const SALT = 'labroom/payment-salt';
const PROOF = 'labroom/payment-proof';
const RETRY_AFTER = 'labroom/retry-after';

const metaSchema = z.object({
  [PAYMENT]: z.unknown().optional(),
  [SALT]: z.string().optional(),
  [PROOF]: z.string().optional(),
});

const INTENT =
  `Paid by x402: without a payment the answer is the price. Pay in _meta["${PAYMENT}"], with a nonce that names this call in ` +
  `_meta["${SALT}"]; the receipt is _meta["${PAYMENT_RESPONSE}"]. Call foresee first: a refusal of the API is charged.`;

interface PaidTool {
  call: PaidCallDescription;
  inputSchema: ReturnType<typeof fromJsonSchema<Record<string, unknown>>>;
}

export interface PaidTools {
  register(server: McpServer, scope: McpScope): void;
}

/**
 * The paid mutations as tools, by the code of the gateway. A payment names the tool by its resource, and the arguments as
 * RFC 8785 writes them (docs/specification/mcp.md#paid-tools).
 */
export function openPaidTools(gateway: Gateway, { url, paidCalls }: ServiceDescription): PaidTools {
  const tools = new Map(
    paidCalls.map((call): [string, PaidTool] => [
      toolNameOf(call.mutation),
      { call, inputSchema: fromJsonSchema(call.variables) },
    ]),
  );
  const offers = Object.fromEntries(
    Object.entries(gateway.offers).map(([mutation, offer]): [string, Offer] => {
      const name = toolNameOf(mutation);
      const resource = { ...offer.resource, url: `${url}/mcp#${name}` };
      return [
        mutation,
        { ...offer, resource, extensions: { bazaar: bazaarOf(name, `${url}/schemas/${mutation}.json`) } },
      ];
    }),
  ) as Gateway['offers'];
  const seller = { ...gateway, offers };

  async function call(
    { mutation, document }: PaidCallDescription,
    args: Record<string, unknown>,
    meta: RequestMeta | undefined,
    scope: McpScope,
  ): Promise<CallToolResult> {
    const text = JSON.stringify({ query: document, variables: args });
    const request = { mutation, text, named: canonicalJson(args), headers: headersOf(meta) };
    return toResult(mutation, await sellCall(seller, request, saleScope(gateway, scope)));
  }

  return {
    register(server, scope) {
      for (const [name, { call: described, inputSchema }] of tools)
        server.registerTool(
          name,
          {
            title: described.mutation,
            description: `${described.summary} Costs ${described.price}. ${INTENT}`,
            inputSchema,
            annotations: {
              readOnlyHint: false,
              destructiveHint: false,
              idempotentHint: false,
              openWorldHint: true,
            },
          },
          (args, { mcpReq }) =>
            call(described, args, mcpReq._meta, scope).catch((error: unknown) => rejected(error, scope)),
        );
    },
  };
}

/**
 * The extension `bazaar` of a tool, by which facilitators and crawlers index it. The schema is a reference, because clients repeat
 * the extension with their payment.
 */
const bazaarOf = (toolName: string, schema: string) => ({
  info: {
    input: {
      type: 'mcp',
      toolName,
      transport: 'streamable-http',
      inputSchema: { $ref: `${schema}#/$defs/variables` },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: JSON_SCHEMA_DIALECT,
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'mcp' },
          toolName: { type: 'string' },
          transport: { type: 'string', enum: ['streamable-http'] },
          inputSchema: { type: 'object' },
        },
        required: ['type', 'toolName', 'inputSchema'],
        additionalProperties: false,
      },
    },
    required: ['input'],
  },
});

/** `create_lab` of `createLab`. */
const toolNameOf = (mutation: string) =>
  mutation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The headers that a request of the gateway with this payment has. */
function headersOf(meta: RequestMeta | undefined): Record<string, string> {
  const { data } = metaSchema.safeParse(meta ?? {});
  if (!data) throw new ServiceError('VALIDATION_FAILED', `${SALT} and ${PROOF} of _meta must be text.`);
  const { [PAYMENT]: payment, [SALT]: salt, [PROOF]: proof } = data;
  return {
    ...(payment !== undefined && {
      'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64'),
    }),
    ...(salt !== undefined && { 'payment-salt': salt }),
    ...(proof !== undefined && { 'payment-proof': proof }),
  };
}

const bodySchema = z.object({
  data: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()).nullish(),
});

function toResult(mutation: string, { status, headers, body }: SellerAnswer): CallToolResult {
  const settlement = decoded(headers['payment-response']);
  const retryAfter = headers['retry-after'];
  const _meta = {
    ...(settlement && { [PAYMENT_RESPONSE]: settlement }),
    ...(retryAfter !== undefined && { [RETRY_AFTER]: Number(retryAfter) }),
  };
  const required = decoded(headers['payment-required']);
  if (required) {
    // Clients of x402 find a failed settlement beside the price.
    const refused = { ...required, ...(settlement && { [PAYMENT_RESPONSE]: settlement }) };
    return { ...asResult(refused), isError: true, _meta };
  }
  const value = status === 200 ? bodySchema.safeParse(body).data?.data?.[mutation] : undefined;
  const result = asResult(value ?? (body as Record<string, unknown>));
  const isError = !value || (value.error !== null && value.error !== undefined);
  return { ...result, ...(isError && { isError }), _meta };
}

function decoded(header: string | undefined): Record<string, unknown> | null {
  return header === undefined ? null : JSON.parse(Buffer.from(header, 'base64').toString());
}

function rejected(error: unknown, scope: McpScope): CallToolResult {
  if (!(error instanceof CallRejectedError)) return failureOf(error, scope);
  const { code, message, errors, retryAfter, settlement } = error;
  const details = { ...(error.reason !== undefined && { reason: error.reason }), ...error.details };
  const refused = errorOf({ code, message, retryable: isRetryable(code), details }, scope);
  return {
    ...asFailure({ ...refused, ...(errors && { errors }) }),
    _meta: {
      ...(settlement && { [PAYMENT_RESPONSE]: settlement }),
      ...(retryAfter !== undefined && { [RETRY_AFTER]: retryAfter }),
    },
  };
}
