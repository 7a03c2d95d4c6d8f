import { createLabroomClient, type LabroomClient } from '@labroom/client/client.ts';
import type { LocalJson } from './local-json.ts';

/** The service of a stack, as a program that has its consumer credential. */
export const clientOf = ({
  graphqlUrl,
  consumerCredential,
}: Pick<LocalJson, 'graphqlUrl' | 'consumerCredential'>): LabroomClient =>
  createLabroomClient({ graphqlUrl, chainId: 31337, credential: consumerCredential });
