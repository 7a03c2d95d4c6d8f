import { group } from './group.ts';

export const limits = [
  group('Limits', 'docs/specification/limits.md#labs-and-files', {
    'limits.storagePerLab': '5 GB by default',
    'limits.fileSize': 'no cap per file by the API',
    'limits.fileTypes': 'all file types',
    'limits.labsPerPage': '`labs`: default 20, at most 100; `page` default 0',
    'limits.searchLabsPerPage': '`searchLabs`: default 10; `page` default 0',
    'limits.onChainActivityLimit': '`onChainActivity`: default 50',
    'limits.symbol': '1 to 20 alphanumeric characters',
    'limits.imageTypes': 'jpeg, png, webp, gif, svg+xml',
    'limits.queryDepth': '10 in production',
    'limits.nonce': 'single use, ten minutes',
    'limits.gatewayPrice': '10000 smallest units per call, quoted in the challenge',
    'limits.gatewayTokenLifetime': '`X402_TOKEN_TTL_SECONDS`, default 300 s',
    'limits.gatewayUpstreamBudget': '`X402_MAX_TIMEOUT_SECONDS`, default 60 s',
    'limits.maxTimeoutSeconds': '300 in the challenge',
    'limits.attachedDecimals': 'at most 18',
  }),
] as const;
