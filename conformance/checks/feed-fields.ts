import { LAB_ACTIVITY, ON_CHAIN } from '@labroom/testing/documents.ts';
import { z } from 'zod';
import { fieldCheck } from '../check/field-check.ts';
import {
  accessLevel,
  address,
  dateTime,
  did,
  hash,
  mimeType,
  storedHash,
  strings,
  text,
  words,
} from '../check/shapes.ts';
import type { Service } from '../service/service.ts';
import { until } from '../service/until.ts';

interface Node {
  entry?: object;
  announcement?: object;
}

async function feedOf(service: Service, oclId: string): Promise<Node[]> {
  return (await service.ask(LAB_ACTIVITY, { oclId, page: 0, perPage: 100 })).labActivity.nodes;
}

export const feedFieldChecks = [
  fieldCheck({
    type: 'entry',
    section: 'docs/specification/fields.md#feed-entries',
    needs: ['sample'],
    read: async ({ service, sample }) =>
      (await feedOf(service, sample.oclId)).flatMap(({ entry }) => entry ?? []),
    shape: {
      ref: did,
      path: words,
      tags: strings,
      description: text,
      version: z.int().min(1),
      accessLevel,
      eventTime: dateTime,
      systemTime: dateTime,
      changeBy: address,
      categories: strings,
      contentType: mimeType,
      contentHash: storedHash,
      contentText: text,
    },
  }),

  fieldCheck({
    type: 'announcement',
    section: 'docs/specification/fields.md#feed-entries',
    needs: ['sample'],
    read: async ({ service, sample }) =>
      (await feedOf(service, sample.oclId)).flatMap(({ announcement }) => announcement ?? []),
    shape: {
      id: words,
      headline: words,
      body: words,
      attachments: z.array(
        z.object({ __typename: z.literal('DataRoomFile'), id: words, did, name: words, path: words }),
      ),
      changeBy: address,
      systemTime: dateTime,
      eventTime: dateTime,
    },
  }),

  fieldCheck({
    type: 'OnChainActivity',
    section: 'docs/specification/fields.md#onchain-activity',
    needs: ['sample'],
    read: async ({ service, sample }) => {
      const rows = async () => (await service.ask(ON_CHAIN, { oclId: sample.oclId })).onChainActivity;
      const some = async () => ((await rows()).length > 0 ? rows() : null);
      return sample.isNew ? until('events of a new lab are indexed', some) : rows();
    },
    shape: {
      id: z.string().regex(/^\d+:\d+$/),
      chainId: z.int().positive(),
      contractAddress: address,
      contractName: z.enum(['accessresolver', 'ocl', 'ipnft', 'ipt']),
      eventName: z.string().regex(/^[A-Z]\w*$/),
      blockNumber: z.int().min(0),
      blockTimestamp: dateTime,
      txHash: hash,
      logIndex: z.int().min(0),
    },
  }),

  fieldCheck({
    type: 'FileCategory',
    section: 'docs/specification/fields.md#file-category',
    needs: [],
    read: async ({ service }) =>
      (await service.ask('{ fileCategoriesAndTags { data { name tags } } }')).fileCategoriesAndTags.data,
    shape: { name: words, tags: strings },
  }),

  fieldCheck({
    type: 'ApiError',
    section: 'docs/specification/fields.md#apierror',
    needs: [],
    read: async ({ service }) => {
      const query =
        'mutation { generateDataEncryptionKey { error { code message requestId retryable details } } }';
      return [(await service.ask(query)).generateDataEncryptionKey.error];
    },
    shape: {
      code: z.string().regex(/^[A-Z_]+$/),
      message: words,
      requestId: words,
      retryable: z.boolean(),
      details: z.string().refine((json) => typeof JSON.parse(json).reason === 'string'),
    },
  }),
];
