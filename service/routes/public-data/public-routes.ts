import type { GraphQLSchema } from 'graphql';
import { describeResource, type PublicRoute } from './describe-resource.ts';
import { resources } from './resources.ts';

export const DOWNLOAD_PATH = '/v1/labs/{oclId}/content/{path}';

const TEXT = { type: 'string' };

/** The only route that is no document: its answer is a redirect. */
const DOWNLOAD: PublicRoute = {
  name: 'downloadPublicFile',
  path: DOWNLOAD_PATH,
  summary: 'Redirects to the bytes of a public file',
  parameters: [
    {
      name: 'oclId',
      in: 'path',
      required: true,
      description: 'The lab: `0x` and 64 hex digits, in any case.',
      schema: TEXT,
    },
    {
      name: 'path',
      in: 'path',
      required: true,
      description: 'Path of the file, or one that it was moved away from.',
      schema: TEXT,
    },
    {
      name: 'version',
      in: 'query',
      required: false,
      description: 'Number of the version. Default: the newest one.',
      schema: { type: 'integer', minimum: 1 },
    },
  ],
  body: null,
};

/** All routes of public data. */
export function publicRoutesOf(schema: GraphQLSchema): readonly PublicRoute[] {
  return [...resources.map((resource) => describeResource(schema, resource)), DOWNLOAD];
}
