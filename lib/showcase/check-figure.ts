import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import { parseConditions } from '@labroom/protocol/parse-conditions';
import { tryAtBlock } from '../access/try-at-block.ts';
import type { PublicConfig } from '../config/public-config.tsx';
import { downloadApi } from '../download/browser-download-api.ts';
import { chainClient } from '../wallet/chain.ts';
import { type FigureToCheck, type Finding, findingsOf } from './findings.ts';

/** Checks the files of a figure in this browser: the bytes against the hash, and the rule against the chain. */
export function checkFigure(figure: FigureToCheck, config: PublicConfig): Promise<Finding[]> {
  const chain = chainClient(config);
  return findingsOf(figure, {
    download: { api: downloadApi, crypto: fileCrypto },
    askChain: (conditions, member) => tryAtBlock(chain, parseConditions(conditions) ?? [], member),
    node: new URL(config.rpcUrl).host,
  });
}
