import { group } from '../group.ts';

export const decidedWire = [
  group('Wire', 'docs/specification/wire.md#requests-that-are-not-executed', {
    'decided.wire.400':
      'malformed JSON, no `query`, an invalid document, variables that do not coerce: 400, `errors`, no `data`',
    'decided.wire.401':
      '401 in the same shape, `UNAUTHENTICATED`, before anything of the document is looked at',
    'decided.wire.requestId': 'every response carries `x-request-id`; the same id stands in the error',
    'decided.wire.get': 'GET executes queries; the credential stays in its header; `no-store`',
    'decided.wire.405': 'a mutation by GET is 405, as is any other method',
    'decided.wire.responseType': '`application/graphql-response+json` where `Accept` prefers it',
    'decided.wire.subscription': 'a subscription is 400',
    'decided.wire.challenge': 'every 401 carries `WWW-Authenticate`',
    'decided.wire.singleHeaders': 'two `Authorization` headers are 400',
    'decided.wire.graphiql': 'on staging and local a browser gets GraphiQL, without a CDN',
    'decided.wire.415': 'only `application/json` in UTF-8 is read',
    'decided.wire.batch': 'batched arrays are refused with 400',
    'decided.wire.413': 'bodies over 2 MiB are 413',
    'decided.wire.bearer': 'with a user token the consumer is its audience, or the credential in `x-api-key`',
    'decided.wire.depth': 'below depth 10 in production: `null`, the rest is there, `QueryDepthLimitReached`',
    'decided.wire.ceiling': 'abusive documents are refused before execution with 400, everywhere',
    'decided.wire.introspection': 'introspection and field suggestions are off in production only',
    'decided.wire.clamp': 'numbers out of range are clamped',
    'decided.wire.thrown': 'queries that are thrown have non-null root fields',
    'decided.wire.errorType': '`errorType` stands on the error object, beside `message` and `path`',
    'decided.wire.dateTime': '`DateTime` is ISO 8601 in UTC with milliseconds',
    'decided.wire.awsJson': '`AWSJSON` is a scalar: a string that holds JSON',
    'decided.wire.environments': '`production` 8453, `staging` 84532, `local` 31337',
    'decided.wire.int': '`contentLength` is a 32-bit Int; zero is allowed',
  }),
  group('Ids, paths and text', 'docs/specification/files.md#paths', {
    'decided.ids.oclId.case': 'any case in, lowercase out',
    'decided.ids.oclId.malformed': 'other than `01 01` is malformed: `INVALID_OCL_ID`',
    'decided.ids.oclId.agreement': 'in agreement data `INVALID_INPUT`',
    'decided.ids.oclId.forged': 'an id that the chain does not confirm is `NOT_FOUND`, `OCL_NOT_FOUND`',
    'decided.ids.oclId.unregistered':
      'one that the chain confirms and that is not registered is `NOT_FOUND`, `LAB_NOT_REGISTERED`',
    'decided.ids.oclId.registered': '`createLab` of a registered lab is `PROJECT_CONFLICT` for every wallet',
    'decided.ids.shortname.slug': 'slug of the name, unique by a number; `lab-<tokenId>` before a name',
    'decided.ids.shortname.alias': 'kept as an alias after a rename',
    'decided.ids.did': '`did:odf:fed01` and the hex of an ed25519 public key',
    'decided.ids.path':
      'NFC, 1 to 1,024 bytes, segments of 1 to 255, no `.`, `..`, control characters, backslash',
    'decided.ids.path.hidden':
      'a new path has no character that is not visible or changes the direction of text, except in the emoji and the scripts that need it',
    'decided.ids.path.confusable':
      'a new file or folder that looks the same as another in its folder (UTS #39): `CONFUSABLE_PATH`',
    'decided.ids.path.case': 'unique per data room, compared case-sensitively',
    'decided.ids.tags': 'at most 50 tags and categories each, 1 to 100 characters, free text',
    'decided.ids.description': '`description` at most 10,000 characters',
    'decided.ids.contentText': '`contentText` at most 1 MiB',
    'decided.ids.headline': '`headline` 1 to 300 characters',
    'decided.ids.body': '`body` 1 to 100,000 characters',
  }),
  group('Error codes and rate limits', 'docs/specification/errors.md#codes', {
    'decided.errors.catalogue': 'codes are of the catalogue; only the last four are retryable',
    'decided.errors.details': '`details` is a JSON string with at least `reason`',
    'decided.errors.internal': '`INTERNAL_ERROR` shows no stack, query or host',
    'decided.rates.local': 'no rate limit on `local`',
    'decided.rates.elsewhere':
      'elsewhere 429 with `Retry-After`, `RATE_LIMITED`, per wallet and per consumer',
  }),
] as const;
