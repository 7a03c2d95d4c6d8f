import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#service/platform/config/config.ts';
import { FileContentSource } from './file-content-source.ts';
import { HttpContentSource } from './http-content-source.ts';
import type { LabContents } from './lab-content.ts';

/** Where the curated facts about labs come from: readiness, scores, todos, verification. */
export interface ContentSource {
  /**
   * Everything it says, of all labs at once: there are few of them, and filters need all.
   * @throws when it cannot be reached or answers with something else.
   */
  labs(log: FastifyBaseLogger): Promise<LabContents>;
}

export function createContentSource({ cms }: Config): ContentSource {
  return cms.kind === 'url' ? new HttpContentSource({ url: cms.url }) : new FileContentSource(cms.file);
}
