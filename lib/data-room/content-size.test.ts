import { expect, it } from 'vitest';
import { contentSize } from './content-size.ts';

it('is what the file had before it was encrypted', () => {
  expect(contentSize({ accessLevel: 'PUBLIC', contentLength: '17' })).toBe(17);
  expect(contentSize({ accessLevel: 'ADMIN', contentLength: '17' })).toBe(1);
  expect(contentSize({ accessLevel: 'HOLDERS', contentLength: 16 })).toBe(0);
  expect(contentSize({ accessLevel: 'ADMIN', contentLength: null })).toBe(0);
});
