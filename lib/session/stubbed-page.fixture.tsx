import { networks } from '@labroom/contracts/networks';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { act, type ContextType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { browserApi } from '../api/browser-client.ts';
import { type PublicConfig, PublicConfigProvider } from '../config/public-config.tsx';
import {
  publishWalletState,
  registerRuntime,
  type WalletRuntime,
  walletRuntime,
} from '../wallet/wallet-store.ts';
import { SessionProvider } from './session-context.tsx';

export const reader: `0x${string}` = `0x${'ab'.repeat(20)}`;

const config: PublicConfig = {
  environment: 'local',
  chainId: 31337,
  network: networks[31337],
  rpcUrl: 'http://node.invalid',
};
/** Draws no Markdown, so texts are shown as they were written. */
class SilentWorker {
  postMessage() {}
  terminate() {}
}

/** Where the page went. */
export const visits = { refresh: vi.fn(), replace: vi.fn() };
const router = visits as unknown as NonNullable<ContextType<typeof AppRouterContext>>;

/** What the service answers to an operation, or how it refuses it. */
type StubbedAnswer = object | ((variables: Record<string, unknown>) => object);
export type Answers = Record<string, StubbedAnswer>;

/** A refusal of the service, as it arrives at the browser. */
export const refused = (errorType: string, message: string, reason?: string) => ({
  errors: [{ message, errorType, errorInfo: { requestId: 'req-1', ...(reason && { reason }) } }],
});

interface SignedInPerson {
  /** Without it, the reader is not signed in. */
  session?: string | undefined;
  /** The connected wallet. */
  wallet?: `0x${string}` | undefined;
  runtime?: Partial<WalletRuntime>;
  /** What the web app answers when it is asked whether the session holds. Without it: as long as the service refused nobody. */
  holds?: () => Response;
}

/**
 * Shows real components to a reader, with the real API client, above a service that gives the stated answers by operation. What has
 * no answer never arrives. Call `end` after each test.
 */
export async function openPage(
  content: ReactNode,
  answers: Answers,
  { session, wallet, runtime, holds }: SignedInPerson = { session: reader },
) {
  const sent: { name: string; variables: Record<string, unknown>; credentials: RequestCredentials }[] = [];
  const requested: { url: string; method: string }[] = [];
  let isRefused = false;
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requested.push({ url, method: init.method ?? 'GET' });
    if (url === '/api/session?ask') return holds?.() ?? Response.json(isRefused ? null : {});
    if (url !== '/api/graphql') return Response.json({});
    const { query, variables } = JSON.parse(String(init.body));
    const [, name = ''] = /(?:query|mutation) (\w+)/.exec(query) ?? [];
    sent.push({ name, variables, credentials: init.credentials ?? 'same-origin' });
    const answer = name === 'People' ? { profiles: [] } : answers[name];
    if (!answer) return new Promise(() => undefined);
    const given = typeof answer === 'function' ? answer(variables) : answer;
    if (!('errors' in given)) return Response.json({ data: given });
    isRefused ||= JSON.stringify(given).includes('UNAUTHENTICATED');
    return Response.json(given);
  });
  vi.stubGlobal('Worker', SilentWorker);
  for (const visit of Object.values(visits)) visit.mockClear();
  // A client of its own, so that nothing is cached.
  browserApi(`0x${crypto.randomUUID()}`);
  if (runtime) {
    registerRuntime(runtime as WalletRuntime);
    // The first use says that the wallet is connecting.
    await walletRuntime();
  }
  publishWalletState(
    wallet
      ? { status: 'connected', address: wallet, chainId: 31337, walletName: 'Test' }
      : { status: 'disconnected' },
  );
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  /** Answers have arrived, parts are loaded, and what follows from them is shown. */
  const settle = () =>
    act(async () => {
      for (let turn = 0; turn < 6; turn += 1) await new Promise(setImmediate);
      await vi.dynamicImportSettled();
      for (let turn = 0; turn < 6; turn += 1) await new Promise(setImmediate);
    });
  async function until(isThere: () => unknown): Promise<void> {
    const end = performance.now() + 10_000;
    for (;;) {
      await settle();
      try {
        isThere();
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
      }
    }
  }
  const show = (next: ReactNode) =>
    act(async () =>
      root.render(
        <AppRouterContext value={router}>
          <PublicConfigProvider value={config}>
            <SessionProvider
              initial={session ? { walletAddress: session, expiresAt: '2030-01-01T00:00:00.000Z' } : null}
            >
              {next}
            </SessionProvider>
          </PublicConfigProvider>
        </AppRouterContext>,
      ),
    );
  await show(content);
  await settle();
  const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)];
  const page = {
    text: () => document.body.textContent ?? '',
    /** Names of the buttons, in their order. */
    buttons: () => all('button').map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
    button(name: string): HTMLButtonElement {
      const found = all('button').find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
      if (!(found instanceof HTMLButtonElement)) throw new Error(`No button ${name} in ${page.buttons()}`);
      return found;
    },
    async click(name: string) {
      await act(async () => page.button(name).click());
      await settle();
    },
    /** Opens a menu, whose button reacts to a key. Returns the names of its items. */
    async openMenu(name: string) {
      await act(async () => {
        page.button(name).focus();
        page.button(name).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      });
      await settle();
      return all('[role="menuitem"]').map(({ textContent }) => textContent);
    },
    async choose(item: string) {
      const found = all('[role="menuitem"]').find(({ textContent }) => textContent === item);
      await act(async () => found?.click());
      await settle();
    },
    /** Submits the only form. */
    async submit() {
      await act(async () => document.querySelector('form')?.requestSubmit());
      await settle();
    },
    async check(label: string) {
      const found = all('label').find(({ textContent }) => textContent?.includes(label));
      await act(async () => found?.click());
      await settle();
    },
    /** Types into the field with a label. */
    async type(label: string, text: string) {
      const labelled = all('label').find(({ textContent }) => textContent?.startsWith(label));
      const field = labelled?.getAttribute('for')
        ? document.getElementById(labelled.getAttribute('for') ?? '')
        : (all(`[aria-label="${label}"]`)[0] ?? null);
      if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement))
        throw new Error(`No field ${label}`);
      await act(async () => {
        // React reads a value that a script sets through the property of the element.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    all,
    settle,
    until,
    /** The variables of each request with an operation. */
    sent: (name: string) => sent.filter((one) => one.name === name).map(({ variables }) => variables),
    credentialsOf: (name: string) =>
      sent.filter((one) => one.name === name).map(({ credentials }) => credentials),
    /** The methods of each request to an address. */
    requests: (address: string) => requested.filter(({ url }) => url === address).map(({ method }) => method),
    async end() {
      await act(async () => root.unmount());
      document.body.replaceChildren();
      localStorage.clear();
      vi.unstubAllGlobals();
    },
  };
  return page;
}
