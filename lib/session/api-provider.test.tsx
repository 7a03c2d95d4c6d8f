import { LabMembersDocument } from '@labroom/client/documents';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { browserApi } from '../api/browser-client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { ApiProvider } from './api-provider.tsx';
import { SessionProvider } from './session-context.tsx';

const wallet = `0x${'a'.repeat(40)}`;
const router = {} as NonNullable<React.ContextType<typeof AppRouterContext>>;

function Members() {
  const { data, failure, isLoading } = useApiQuery(LabMembersDocument, { oclId: '0x1' });
  return JSON.stringify({ hasData: data !== undefined, hasFailed: failure !== null, isLoading });
}

afterEach(() => vi.unstubAllGlobals());

it('keeps queries loading while the server renders, and sends no request', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const html = renderToString(
    <AppRouterContext value={router}>
      <SessionProvider initial={{ walletAddress: wallet, expiresAt: '2030-01-01T00:00:00.000Z' }}>
        <ApiProvider>
          <Members />
        </ApiProvider>
      </SessionProvider>
    </AppRouterContext>,
  );
  expect(html.replaceAll('&quot;', '"')).toBe('{"hasData":false,"hasFailed":false,"isLoading":true}');
  await new Promise(setImmediate);
  expect(fetch).not.toHaveBeenCalled();
});

it('throws if a session client is created on a server', () => {
  vi.stubGlobal('window', undefined);
  expect(() => browserApi(wallet)).toThrow('browsers only');
});
