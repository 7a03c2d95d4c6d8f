import { group } from '../group.ts';

export const decidedGateway = [
  group('Gateway', 'docs/specification/gateway.md#outcomes', {
    'decided.gateway.validFirst': 'an invalid request is 400 before any 402',
    'decided.gateway.document': 'aliases, fragments and directives at the top are refused',
    'decided.gateway.payer': 'exactly one of the two authorizations; its `from` is the verified payer',
    'decided.gateway.kinds': 'a payload of another kind than EIP-3009 and Permit2 is 400',
    'decided.gateway.transfer': 'one transfer settles one call',
    'decided.gateway.unpaid': 'after unpaid calls a payer waits, longer each time',
    'decided.gateway.deadline': 'a facilitator that hangs costs a caller five seconds at most',
    'decided.gateway.stage': '`{origin}/{stage}`; `resource.url` leaves the stage out',
    'decided.gateway.once': 'one payment buys one call',
    'decided.gateway.released':
      'a claim whose call failed or was not settled is released for the same request',
    'decided.gateway.neverTwice': 'bodies are not given again: 402 with the earlier `payment-response`',
    'decided.gateway.onePerPayer': 'one unsettled call per payer at a time',
    'decided.gateway.settlementFailed': 'settlement failed: 402, body withheld, reason in `payment-response`',
    'decided.gateway.settlementUnknown': 'outcome unknown: reconciled, else 200 with `settlement_pending`',
    'decided.gateway.timeouts':
      '504 past the budget; 502 without facilitator; 503 without claim store; 3xx is 502',
    'decided.gateway.crash': 'after a crash served claims are settled, others burned',
    'decided.gateway.expiry': 'an authorization that ends too soon is 402',
    'decided.gateway.addresses': 'addresses compare case-insensitively; reasons are short codes',
    'decided.gateway.intent': '`X402_REQUIRE_INTENT` demands a derived nonce or a service token of the payer',
    'decided.gateway.headers': "the client's credentials are not forwarded",
    'decided.gateway.embedded':
      'on `local` an embedded facilitator; elsewhere a missing setting stops the start',
  }),
] as const;
