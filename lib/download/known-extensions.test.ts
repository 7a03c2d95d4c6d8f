import { contentTypeOf } from '@labroom/client/upload/content-type';
import { formats, previewOf } from '@labroom/formats/formats';
import { programByExtension } from '@labroom/formats/programs.ts';
import { expect, it } from 'vitest';

const knownExtensions = [
  ...formats.flatMap(({ accepts }) => accepts.extensions?.split(' ') ?? []),
  ...programByExtension.keys(),
];

it.each(knownExtensions)(
  '.%s has a content type of its own, which does not contradict its preview',
  (extension) => {
    const name = `file.${extension}`;
    // Browsers report types of other programs, or none.
    const type = contentTypeOf({ name, type: '' });
    expect(type).not.toBe('application/octet-stream');
    expect(contentTypeOf({ name, type: 'application/x-other' })).toBe(type);
    const [shown, byType] = [previewOf(name, type).format, previewOf('file', type).format];
    if (byType !== null && shown !== null && byType !== 'text' && byType !== 'json')
      expect(byType).toBe(shown);
  },
);
