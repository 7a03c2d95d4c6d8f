import { decidedAccess } from './decisions/access.ts';
import { decidedFiles } from './decisions/files.ts';
import { decidedGateway } from './decisions/gateway.ts';
import { decidedOnchain } from './decisions/onchain.ts';
import { decidedReads } from './decisions/reads.ts';
import { decidedWire } from './decisions/wire.ts';

export const decisions = [
  ...decidedWire,
  ...decidedAccess,
  ...decidedFiles,
  ...decidedReads,
  ...decidedOnchain,
  ...decidedGateway,
] as const;
