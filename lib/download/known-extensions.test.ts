import { contentTypeOf } from '@labroom/client/upload/content-type';
import { knownExtensions, previewOf } from '@labroom/formats/formats';
import { expect, it } from 'vitest';

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
