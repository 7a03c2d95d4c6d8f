import type { ContextType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '#lib/session/stubbed-page.fixture.tsx';
import { hrefOfShared, type ShareLink } from '#lib/share/share-link.ts';
import { DataRoomContext } from '../core/data-room/data-room-context.tsx';
import { ArrivingLink } from './arriving-link.tsx';

const requireUsable = vi.hoisted(() => vi.fn());
vi.mock('#lib/share/make-link.ts', () => ({ requireUsable, redemptionOf: vi.fn() }));

let page: Awaited<ReturnType<typeof openPage>>;
afterEach(() => page.end());

const hex = (digit: string, bytes: number) => `0x${digit.repeat(bytes * 2)}` as const;
const oclId = hex('1', 32);
const claim = {
  ...{ oclId, subject: hex('2', 32), writer: hex('3', 20), key: hex('4', 20), salt: hex('0', 32) },
  ...{ expiry: 0, deadline: 1_801_436_399, uses: 1, epoch: 0 },
};
let links = 0;

async function open(why = '', of = oclId) {
  links += 1;
  const signature = `0x${links.toString(16).padStart(2, '0')}` as const;
  const link: ShareLink = { claim: { ...claim, oclId: of }, signature, secret: hex('6', 32) };
  const { hash } = new URL(hrefOfShared('https://labroom.example/', { link, why }));
  const room = {
    lab: { oclId, shortname: 'lab', name: 'Lab' },
    me: { identity: { kind: 'anonymous' } },
    network: { contracts: { accessList: hex('5', 20) } },
  };
  page = await openPage(
    <DataRoomContext value={room as unknown as ContextType<typeof DataRoomContext>}>
      <ArrivingLink fragment={hash} onUsed={() => undefined} />
    </DataRoomContext>,
    {},
  );
}

it('names who signed the link once the chain has said so, and says the reason as that of the link', async () => {
  const { promise, resolve } = Promise.withResolvers<true>();
  requireUsable.mockReturnValueOnce(promise);
  await open('For the <b>review</b>');
  expect(page.text()).not.toContain('lets you open');
  resolve(true);
  await expect.poll(() => page.text()).toContain('lets you open files of this lab');
  expect(page.text()).toContain('The link says: For the <b>review</b>');
});

it('says why a link cannot be used, and names nobody', async () => {
  requireUsable.mockRejectedValueOnce({ cause: { data: { errorName: 'ClaimUsed', args: [] } } });
  await open();
  await expect.poll(() => page.text()).toContain('This link was used as often as it may be');
  expect(page.text()).not.toContain('lets you open');
});

it('asks nothing about a link of another lab', async () => {
  requireUsable.mockClear();
  await open('', hex('9', 32));
  expect(page.text()).toContain('The link is incomplete, or of another lab');
  expect(requireUsable).not.toHaveBeenCalled();
});
