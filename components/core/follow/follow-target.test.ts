import type { FollowFieldsFragment, FollowInput } from '@labroom/client/documents';
import { expect, test } from 'vitest';
import { isTarget } from './follow-target.ts';

const lab = `0x${'01'.repeat(32)}`;
const filters = { byOclIds: null, byTags: ['a'], byCategories: null, byKinds: null, byAccessLevels: null };
const none = { id: '1', oclId: lab, lab: null, path: null, ref: null, prompt: null, filters: null };
const follows: FollowFieldsFragment[] = [
  { ...none, kind: 'LAB' },
  { ...none, kind: 'FOLDER', path: 'a/b/' },
  { ...none, kind: 'FILE', ref: 'did:odf:1', path: 'a/b' },
  { ...none, kind: 'SEARCH', oclId: null, prompt: 'soil', filters },
];

test.each<[FollowInput, string | undefined]>([
  [{ lab }, 'LAB'],
  [{ lab: `0x${'02'.repeat(32)}` }, undefined],
  [{ folder: { oclId: lab, path: 'a/b' } }, 'FOLDER'],
  [{ folder: { oclId: lab, path: 'a' } }, undefined],
  [{ file: 'did:odf:1' }, 'FILE'],
  [{ search: { prompt: ' soil ', filters: { byTags: ['a'], byOclIds: [] } } }, 'SEARCH'],
  [{ search: { prompt: 'soil' } }, undefined],
])('%j is found among what is followed', (input, kind) => {
  expect(follows.find((follow) => isTarget(follow, input))?.kind).toBe(kind);
});
