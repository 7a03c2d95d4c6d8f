import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { expect, test } from 'vitest';

/** Contracts of others, with their published code. */
const PUBLISHED = new Set(['EntryPoint', 'ERC1967Proxy', 'ERC7913WebAuthnVerifier', 'TimelockController']);
/** CBOR of the metadata: an IPFS hash of 34 bytes that begins with 1220, and the version of the compiler. */
const METADATA = /a2646970667358221220[0-9a-f]{64}64736f6c6343000825/;

const own = Object.entries(bytecodes).filter(([name]) => !PUBLISHED.has(name));

test.each(own)(
  'the code of %s contains the hash of its metadata, so that explorers show a full match',
  (_, code) => {
    expect(code).toMatch(METADATA);
  },
);
