import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRoomUri, type RoomResource, roomUri } from './room-uri.ts';

const name = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed());
const resource: fc.Arbitrary<RoomResource> = fc.oneof(
  fc.record({ kind: fc.constant('lab' as const), lab: name }),
  fc.record({ kind: fc.constant('file' as const), lab: name, path: name }),
  fc.record({ kind: fc.constant('announcement' as const), lab: name, id: name }),
);

test('a URI leads to the resource that it was made of', () => {
  fc.assert(
    fc.property(resource, (made) => {
      expect(parseRoomUri(roomUri(made))).toEqual(made);
    }),
    { numRuns: 50 },
  );
});

test.each([
  '',
  'labroom://labs',
  'labroom://labs/',
  'labroom://labs//files/a',
  'labroom://labs/a/files/',
  'labroom://labs/a/members/b',
  'labroom://labs/a/files/b?version=1',
  'labroom://labs/%ff',
  'https://labs/a',
  'labroom://paid-calls',
])('%o is no URI of a data room', (uri) => {
  expect(parseRoomUri(uri)).toBeNull();
});
