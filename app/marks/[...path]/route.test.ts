import { face } from '@labroom/marks/face';
import { fingerprint } from '@labroom/marks/fingerprint';
import { labMark } from '@labroom/marks/lab-mark';
import { describe, expect, it } from 'vitest';
import { faceUrl, fingerprintUrl, labMarkUrl } from '#lib/marks/picture-urls.ts';
import { GET } from './route.ts';

const oclId = `0x${'01'.repeat(32)}`;
const address = `0x${'Ab'.repeat(20)}`;

const get = (url: string) => {
  const path = url.split('/').slice(2).map(decodeURIComponent);
  return GET(new Request(`http://localhost${url}`), { params: Promise.resolve({ path }) });
};

describe('pictures by URL', () => {
  it('are those of the id in the URL, and may be kept for a year', async () => {
    const drawn = [
      [labMarkUrl(oclId, 'banner'), labMark(oclId, 'banner')],
      [labMarkUrl(oclId, 'square'), labMark(oclId, 'square')],
      [faceUrl(address, 'person'), face(address)],
      [faceUrl(address, 'agent'), face(address, 'agent')],
      [fingerprintUrl(`sha256:${'cd'.repeat(32)}`) ?? '', fingerprint('cd'.repeat(32))],
      [fingerprintUrl(address) ?? '', fingerprint('ab'.repeat(20))],
    ] as const;
    for (const [url, svg] of drawn) {
      const response = await get(url);
      expect(response.headers.get('content-type')).toBe('image/svg+xml');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await response.text()).toBe(svg);
      expect(await (await get(url)).text()).toBe(svg);
    }
  });

  it('exist for well-formed ids in lower case only, so that there is one URL for each', async () => {
    const refused = [
      `/marks/1/labs/${oclId}/poster.svg`,
      `/marks/2/labs/${oclId}/banner.svg`,
      `/marks/1/labs/${oclId}0/banner.svg`,
      `/marks/1/labs/${oclId.slice(0, -1)}/banner.svg`,
      `/marks/1/person/${address}.svg`,
      `/marks/1/person/${'0x'.padEnd(5000, 'a')}.svg`,
      '/marks/1/fingerprint/%3Cscript%3E.svg',
      '/marks/1/labs/..%2F..%2Fetc/banner.svg',
      '/marks/1',
    ];
    for (const url of refused) expect((await get(url)).status, url).toBe(404);
  });

  it('are missing for values without a hash', () => {
    expect(fingerprintUrl('did:web:example.org')).toBeNull();
  });
});
