import { expect, it } from 'vitest';
import { onSessionEnd } from '#lib/api/session-ended.ts';
import { openPage, reader, visits } from '#lib/session/stubbed-page.fixture.tsx';
import { SessionEnd } from './session-end.tsx';

/** Shows what the server rendered for an ended session. @returns whether the present session ended */
async function arrives(holds: () => Response): Promise<boolean> {
  let hasEnded = false;
  const stop = onSessionEnd(() => {
    hasEnded = true;
  });
  const page = await openPage(<SessionEnd />, {}, { session: reader, holds });
  stop();
  await page.end();
  return hasEnded;
}

it('ends the session that the service does not take any more', async () => {
  expect(await arrives(() => Response.json(null))).toBe(true);
});

it('leaves a newer session alone, and renders the page for it', async () => {
  expect(await arrives(() => Response.json({ walletAddress: reader }))).toBe(false);
  expect(visits.refresh).toHaveBeenCalledOnce();
});

it('leaves the session alone when nobody knows', async () => {
  expect(await arrives(() => Response.json({ error: {} }, { status: 502 }))).toBe(false);
});
