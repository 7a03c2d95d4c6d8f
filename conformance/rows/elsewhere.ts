import type { RowId } from '../rows.ts';

/** Rows that no client can see, or not within minutes, and the test that proves each. */
export const elsewhere: Partial<Record<RowId, string>> = {
  'states.did.FAILED': 'service/operations/did/link-dids.stack.test.ts',
  'decided.did.retries': 'service/operations/did/link-dids.stack.test.ts',
  'decided.did.reorg': 'service/operations/did/link-dids.stack.test.ts',
  'decided.did.bundler': 'service/operations/did/remote-bundler.stack.test.ts',
  'decided.files.quotaRaised': 'service/operator/labroom.stack.test.ts',
  'decided.files.vector': 'packages/client/crypto/aes-gcm.test.ts',
  'decided.reads.embeddings': 'service/operations/search/similar-documents.stack.test.ts',
  'decided.contracts.addresses': 'contracts/networks.test.ts',
  'errors.http.gateway.upstream': 'service/gateway/failure-table.stack.test.ts',
  'gateway.configuration': 'service/platform/config/gateway.test.ts',
  'limits.gatewayTokenLifetime': 'service/platform/config/gateway.test.ts',
  'decided.gateway.released': 'service/gateway/failure-table.stack.test.ts',
  'decided.gateway.onePerPayer': 'service/gateway/failure-table.stack.test.ts',
  'decided.gateway.transfer': 'service/gateway/paid-transfers.stack.test.ts',
  'decided.gateway.unpaid': 'service/gateway/unpaid-calls.stack.test.ts',
  'decided.gateway.deadline': 'service/gateway/failure-table.stack.test.ts',
  'decided.gateway.settlementFailed': 'service/gateway/failure-table.stack.test.ts',
  'decided.gateway.settlementUnknown': 'service/gateway/failure-table.stack.test.ts',
  'decided.gateway.timeouts': 'service/gateway/failure-table.stack.test.ts',
  'decided.gateway.crash': 'service/gateway/killed-gateway.release.test.ts',
  'decided.gateway.intent': 'service/routes/gateway-routes.stack.test.ts',
  'decided.gateway.embedded': 'service/platform/config/gateway.test.ts',
};
