import { CallRejectedError, type Offer, type SellerAnswer } from '@labroom/payments';
import { canonicalJson } from '@labroom/protocol/canonical-json';
import { JSON_SCHEMA_DIALECT, type JsonSchema } from '@labroom/protocol/json-schema-dialect';
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
import { open } from './outputs.ts';
import type { McpScope } from './reader.ts';
import {
  openSeal,
  RECIPIENT_KEY,
  recipientKeySchema,
  releasesKey,
  sealedResult,
  sealing,
} from './recipient-key.ts';

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
  `_meta["${SALT}"]; the receipt is _meta["${PAYMENT_RESPONSE}"]. A refusal that foresee would tell is not charged.`;

/** What replaces the sentences of the API about the key. */
const SEALED =
  `Here the key is never in the clear: send ${RECIPIENT_KEY}, a public key of yours (JWK), and get sealedDEK, a JWE that its private key opens on your ` +
  'machine. Without one, use `labroom mcp`.';

interface PaidTool {
  call: PaidCallDescription;
  /** Whether the result has a data key, which the caller gets encrypted only. */
  releasesKey: boolean;
  inputSchema: ToolSchema;
  outputSchema: ToolSchema;
}

type ToolSchema = ReturnType<typeof fromJsonSchema<Record<string, unknown>>>;

/** What a call without a payment is answered: the price, as x402 names its fields. */
const priceSchema: JsonSchema = {
  type: 'object',
  description: 'The price, in an error: pay, and call again.',
  properties: {
    x402Version: { const: 2 },
    error: { type: 'string' },
    resource: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    accepts: { type: 'array', items: { type: 'object' } },
    extensions: { type: 'object' },
  },
  required: ['x402Version', 'resource', 'accepts'],
};

export interface PaidTools {
  register(server: McpServer, scope: McpScope): void;
}

/**
 * The paid mutations as tools, by the code of the gateway. A payment names the tool by its resource, and the arguments as
 * RFC 8785 writes them (docs/specification/mcp.md#paid-tools).
 */
export function openPaidTools(gateway: Gateway, { url, paidCalls }: ServiceDescription): PaidTools {
  const tools = new Map(paidCalls.map((call) => [toolNameOf(call.mutation), toolOf(call)]));
  const offers = Object.fromEntries(
    Object.entries(gateway.offers).map(([mutation, offer]): [string, Offer] => {
      const name = toolNameOf(mutation);
      const resource = { ...offer.resource, url: `${url}/mcp#${name}` };
      const args = { $ref: `${url}/schemas/${mutation}.json#/$defs/variables` };
      const more = { properties: { [RECIPIENT_KEY]: { type: 'object' } }, required: [RECIPIENT_KEY] };
      const inputSchema = tools.get(name)?.releasesKey ? { allOf: [args, more] } : args;
      return [mutation, { ...offer, resource, extensions: { bazaar: bazaarOf(name, inputSchema) } }];
    }),
  ) as Gateway['offers'];

  async function call(
    { call: { mutation, document }, releasesKey: isKey }: PaidTool,
    args: Record<string, unknown>,
    meta: RequestMeta | undefined,
    scope: McpScope,
  ): Promise<CallToolResult> {
    const { [RECIPIENT_KEY]: recipientKey, ...variables } = args;
    const forward = isKey
      ? sealing(gateway.forward, mutation, await openSeal(recipientKey))
      : gateway.forward;
    const text = JSON.stringify({ query: document, variables: isKey ? variables : args });
    // A payment names the recipient too.
    const request = { mutation, text, named: canonicalJson(args), headers: headersOf(meta) };
    const seller = { ...gateway, offers, forward };
    return toResult(mutation, await sellCall(seller, request, saleScope(gateway, scope)), scope);
  }

  return {
    register(server, scope) {
      for (const [name, tool] of tools) {
        const { call: described, inputSchema, outputSchema } = tool;
        const key = tool.releasesKey ? ` ${SEALED}` : '';
        server.registerTool(
          name,
          {
            title: described.mutation,
            description: `${described.summary}${key} Costs ${described.price}. ${INTENT}`,
            inputSchema,
            outputSchema,
            annotations: {
              readOnlyHint: false,
              destructiveHint: false,
              idempotentHint: false,
              openWorldHint: true,
            },
          },
          (args, { mcpReq }) =>
            call(tool, args, mcpReq._meta, scope).catch((error: unknown) => rejected(error, scope)),
        );
      }
    },
  };
}

function toolOf(call: PaidCallDescription): PaidTool {
  const { data } = call.response.properties as { data: { properties: Record<string, JsonSchema> } };
  const result = data.properties[call.mutation] ?? {};
  const isKey = releasesKey(result);
  const { properties, ...variables } = call.variables;
  const input = isKey
    ? { ...variables, properties: { ...(properties as object), [RECIPIENT_KEY]: recipientKeySchema } }
    : call.variables;
  return {
    call,
    releasesKey: isKey,
    inputSchema: fromJsonSchema(input),
    outputSchema: fromJsonSchema(
      open({ type: 'object', anyOf: [isKey ? sealedResult(result) : result, priceSchema] }),
    ),
  };
}

/**
 * The extension `bazaar` of a tool, by which facilitators and crawlers index it. The schema is a reference, because clients repeat
 * the extension with their payment.
 */
const bazaarOf = (toolName: string, inputSchema: JsonSchema) => ({
  info: {
    input: {
      type: 'mcp',
      toolName,
      transport: 'streamable-http',
      inputSchema,
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

/** A refusal before the call ran, in the form of the gateway. */
const refusalSchema = z.object({
  errors: z.tuple([
    z.object({ errorType: z.string(), message: z.string(), errorInfo: z.record(z.string(), z.unknown()) }),
  ]),
});

function toResult(
  mutation: string,
  { status, headers, body }: SellerAnswer,
  scope: McpScope,
): CallToolResult {
  const settlement = decoded(headers['payment-response']);
  const retryAfter = headers['retry-after'];
  const _meta = {
    ...(settlement && { [PAYMENT_RESPONSE]: settlement }),
    ...(retryAfter !== undefined && { [RETRY_AFTER]: Number(retryAfter) }),
  };
  const required = decoded(headers['payment-required']);
  if (required) {
    // Clients of x402 find a failed settlement beside the price.
    const { hint } = Object(body);
    const refused = {
      ...required,
      ...(hint !== undefined && { hint }),
      ...(settlement && { [PAYMENT_RESPONSE]: settlement }),
    };
    return { ...asResult(refused), isError: true, _meta };
  }
  const refusal = status === 200 ? undefined : refusalSchema.safeParse(body).data?.errors[0];
  if (refusal) {
    const { errorType: code, message, errorInfo } = refusal;
    const details = z.record(z.string(), z.unknown()).safeParse(errorInfo.details).data;
    return { ...asFailure(errorOf({ code, message, retryable: isRetryable(code), details }, scope)), _meta };
  }
  const value = status === 200 ? bodySchema.safeParse(body).data?.data?.[mutation] : undefined;
  // Not of the schema of the output, so it is text alone.
  if (!value) return { ...asFailure(body as Record<string, unknown>), _meta };
  const isError = value.error !== null && value.error !== undefined;
  return { ...asResult(value), ...(isError && { isError }), _meta };
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
