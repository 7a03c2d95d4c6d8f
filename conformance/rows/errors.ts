import { group } from './group.ts';

export const errors = [
  group('In-band errors', 'docs/specification/wire.md#answers', {
    'errors.inband.UNAUTHENTICATED': 'no credential for an admin call, or a signature that does not verify',
    'errors.inband.UNAUTHENTICATED.NO_AUTH': 'reason for missing authentication',
    'errors.inband.UNAUTHORIZED.UNAUTHORIZED': 'the caller lacks rights',
    'errors.inband.CONFLICT.PROJECT_CONFLICT': 'lab already registered',
    'errors.inband.CONFLICT.ALREADY_REVOKED': 'token already revoked',
    'errors.inband.VALIDATION_FAILED': 'input failed validation',
    'errors.inband.INVALID_INPUT': 'agreement input fails validation, or its `oclId` is malformed',
    'errors.inband.INVALID_METADATA': '`agreementData` is not JSON',
    'errors.inband.INTERNAL_ERROR': 'generation or storage failure; retryable',
    'errors.inband.shape': 'HTTP 200, no top-level `errors`, `message` equals `error.message`',
    'errors.inband.agreement': 'the agreement mutation fails with `isSuccess: false`',
  }),
  group('Thrown errors', 'docs/specification/wire.md#answers', {
    'errors.thrown.shape': '`data: null`, `errors[]` with `errorType`, `path` names the field',
    'errors.thrown.NOT_FOUND': 'unknown `oclId` in `listLabMembers`',
    'errors.thrown.UPSTREAM_UNAVAILABLE': 'something behind the service does not answer',
    'errors.thrown.mutation': 'top-level errors on a mutation mean transport or request validation',
    'errors.thrown.missingLab': 'a missing lab in `labWithDataRoomAndFiles` is `null`, no error',
  }),
  group('HTTP status codes', 'docs/specification/wire.md#status-codes', {
    'errors.http.401': 'missing or invalid consumer credential',
    'errors.http.400': 'invalid parameters or malformed JSON',
    'errors.http.gateway.402': 'payment required, or its verification failed',
    'errors.http.gateway.400': 'path mismatch, no `query`, invalid GraphQL, no payer',
    'errors.http.gateway.200': 'verified and served; the body is the upstream response',
    'errors.http.gateway.upstream': 'upstream 4xx or 5xx: not settled, returned as it is',
    'errors.http.gateway.inbandCharged': 'a 200 with an in-band `error` is settled all the same',
  }),
  group('Other errors', 'docs/specification/wire.md#limits-of-a-document', {
    'errors.other.depth': 'production cuts below depth 10: `QueryDepthLimitReached` and partial data',
    'errors.other.introspection': 'production refuses introspection; staging allows it',
    'errors.other.AlreadyTokenized': 'contract revert',
    'errors.other.MustControlLab': 'contract revert',
    'errors.other.terms': 'another text or signer is a rejected signature',
  }),
] as const;
