import type { FeedEntryFieldsFragment } from '@labroom/client/documents';
import { parseAtom } from '@labroom/testing/atom-rules.ts';
import { describe, expect, test } from 'vitest';
import { type AtomFeed, atomDocument } from './atom-document.ts';
import { activityEntries, tagOf } from './atom-entries.ts';
import { atomResponse } from './atom-response.ts';

const webUrl = 'https://labroom.example:3000';
const lab = { oclId: '0x01', shortname: 'soil', name: 'Soil <b>genomes</b>', labNftTokenId: '7' };
const entry = {
  path: 'plots/ünï "quoted" & <script>.csv',
  description: '<img src=x onerror=alert(1)> ]]> \u0000 \u000b \ud800 end',
  changeNote: null,
  systemTime: '2026-03-02T01:02:03.004Z',
  changeBy: '0x00000000000000000000000000000000000000aa',
};
const events: FeedEntryFieldsFragment[] = [
  { id: '0x01:2', activity: { __typename: 'LabEventFileUpdated', lab, entry } },
  {
    id: '0x01:1',
    activity: {
      __typename: 'LabEventFileAdded',
      lab,
      entry: { ...entry, systemTime: '2026-03-01T00:00:00.000Z' },
    },
  },
];

function feed(entries = activityEntries(events, webUrl, { withLab: true })): AtomFeed {
  const page = `${webUrl}/activity`;
  return { id: tagOf(webUrl, 'activity'), title: 'All labs', self: `${page}/atom.xml`, page, entries };
}

describe('an Atom document', () => {
  test('follows the rules, whatever the texts are', () => {
    const parsed = parseAtom(atomDocument(feed()));
    expect(parsed).toMatchObject({
      id: 'tag:labroom.example,2026:activity',
      updated: '2026-03-02T01:02:03.004Z',
      self: `${webUrl}/activity/atom.xml`,
    });
    expect(parsed.entries).toHaveLength(2);
    expect(parsed.entries[0]).toEqual({
      id: 'tag:labroom.example,2026:event:0x01:2',
      title: 'Soil <b>genomes</b>: Changed plots/ünï "quoted" & <script>.csv',
      updated: '2026-03-02T01:02:03.004Z',
      link: `${webUrl}/labs/soil/files/plots?file=plots%2F%C3%BCn%C3%AF%20%22quoted%22%20%26%20%3Cscript%3E.csv`,
      summary: '<img src=x onerror=alert(1)> ]]> \ufffd \ufffd \ufffd end',
    });
  });

  test('may have no entries', () => {
    expect(parseAtom(atomDocument(feed([]))).updated).toBe('1970-01-01T00:00:00.000Z');
  });

  test.each([
    ['two ids', (text: string) => text.replace('<id>', '<id>urn:x</id><id>')],
    ['a relative id', (text: string) => text.replace('tag:labroom.example,2026:activity', 'activity')],
    ['no author', (text: string) => text.replace(/<author>.*?<\/author>/, '')],
    [
      'a stale date',
      (text: string) => text.replace(/<updated>.*?<\/updated>/, '<updated>2020-01-01T00:00:00Z</updated>'),
    ],
    ['an unescaped text', (text: string) => text.replace('&lt;b&gt;', '<b>')],
    ['an unknown element', (text: string) => text.replace('<entry>', '<pubDate>x</pubDate><entry>')],
  ])('with %s is rejected by the check', (_, damage) => {
    expect(() => parseAtom(damage(atomDocument(feed())))).toThrow();
  });
});

describe('a request for a feed', () => {
  const request = (headers: Record<string, string> = {}) =>
    new Request(`${webUrl}/activity/atom.xml`, { headers });
  const known = { ok: true, data: feed() } as const;

  test('is answered with its type and validators, and without a body if the reader has it', async () => {
    const first = atomResponse(request(), known);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'last-modified': 'Mon, 02 Mar 2026 01:02:03 GMT',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    });
    const etag = first.headers.get('etag') ?? '';
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = atomResponse(request({ 'if-none-match': tag }), known);
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect(atomResponse(request({ 'if-none-match': '"other"' }), known).status).toBe(200);
  });

  test('gets a changed document although its date is the same', () => {
    const etag = atomResponse(request(), known).headers.get('etag') ?? '';
    const cleaned = feed().entries.map((one) => ({ ...one, summary: null }));
    const headers = { 'if-none-match': etag, 'if-modified-since': 'Mon, 02 Mar 2026 01:02:03 GMT' };
    expect(atomResponse(request(headers), { ok: true, data: feed(cleaned) }).status).toBe(200);
  });

  test('for an unknown lab is 404', () => {
    expect(atomResponse(request(), { ok: true, data: null }).status).toBe(404);
  });
});
