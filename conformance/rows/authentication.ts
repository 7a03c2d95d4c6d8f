import { group } from './group.ts';

export const authentication = [
  group('Wire conventions', 'docs/specification/wire.md#endpoint', {
    'wire.transport': 'POST to `/graphql`, JSON with `query`, `variables`, optionally `operationName`',
    'wire.contentType': '`application/json`',
    'wire.environments': 'credentials are per environment',
    'wire.networks': 'production is chain 8453, staging 84532',
    'wire.pagination': '`page` from 0; `pageInfo { hasNextPage, hasPreviousPage, currentPage, totalPages }`',
    'wire.timestamps': 'ISO 8601; member `expiry` is Unix seconds',
    'wire.addresses': 'wallet addresses lowercase where stated',
  }),
  group('Credentials', 'docs/specification/identity.md#credentials', {
    'auth.consumer': 'consumer credential in `Authorization`, without `Bearer`, on every request',
    'auth.userToken': '`Authorization: Bearer <USER_TOKEN>` with `x-wallet-address`',
    'auth.serviceToken': '`X-Service-Token`, sent with the consumer credential',
    'auth.payment': 'payment headers on gateway endpoints only',
  }),
  group('Authentication', 'docs/specification/identity.md#roles', {
    'auth.rule1': 'the consumer credential as `Bearer` fails',
    'auth.rule2': 'a missing or invalid consumer credential is 401',
    'auth.rule3': 'public queries need only the consumer credential',
    'auth.rule4': '`createLab` without a token is `NO_AUTH`; by an outsider `UNAUTHORIZED`',
    'auth.rule5': 'lab administration is for the OCL admin; data keys need an authenticated caller',
    'auth.rule6': 'extend and revoke take the current service token in `X-Service-Token`',
    'auth.rule7': '`searchLabs` works with both headers',
    'auth.rule8':
      'sign-in by message, signature and token; single-use nonce; a wrong signature is `UNAUTHENTICATED`',
    'auth.rule9': 'a service token gives no lab role',
    'auth.rule10': 'decryption evaluates the conditions on the chain at that time and fails closed',
  }),
  group('Feed events', 'docs/specification/files.md#feed', {
    'events.LabEventFileAdded': 'in `labActivity` and `activities` with `entry`',
    'events.LabEventFileUpdated': 'in `labActivity` and `activities` with `entry`',
    'events.LabEventFileRemoved': 'in `labActivity` and `activities` with `entry`',
    'events.LabEventAnnouncement': 'in `labActivity` and `activities` with `announcement`',
    'events.onChain': 'indexed events are exposed through `onChainActivity`',
  }),
  group('Versioning', 'docs/specification/wire.md#versioning', {
    'versioning.schema': 'one schema in staging and production',
    'versioning.attachments': '`attachments` are `DataRoomFile` objects',
    'versioning.version': 'each file has an integer `version`',
    'versioning.x402': 'the gateway challenge carries `x402Version` 2',
    'versioning.encryptionSystem': 'clients echo the returned `encryptionSystem`',
  }),
] as const;
