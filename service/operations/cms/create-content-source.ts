import type { ContentSource } from '#core/ports/content-source.ts';
import type { Config } from '#platform/config/config.ts';
import { FileContentSource } from './file-content-source.ts';
import { HttpContentSource } from './http-content-source.ts';

export function createContentSource({ cms }: Config): ContentSource {
  return cms.kind === 'url' ? new HttpContentSource({ url: cms.url }) : new FileContentSource(cms.file);
}
