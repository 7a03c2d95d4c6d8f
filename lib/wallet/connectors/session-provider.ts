import type { SignClient } from '@walletconnect/sign-client';
import { type Address, type Hex, numberToHex, ProviderRpcError, UnsupportedProviderMethodError } from 'viem';
import type { PublicConfig, WalletConnectConfig } from '../../config/public-config.tsx';
import { chainClient } from '../chain.ts';

type Client = InstanceType<typeof SignClient>;
type Session = ReturnType<Client['session']['get']>;

/** What the wallet answers. All other methods read the chain, and go to its node. */
const walletMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_watchAsset',
];

/** Wallets that do not know the configured network can still sign in on this one. */
const ethereum = 1;

/**
 * A wallet on another device as an EIP-1193 provider. Requests travel encrypted over a relay, in a session that the
 * wallet approved (https://specs.walletconnect.com/2.0). A session has one or more networks; each request names its own.
 */
export class SessionProvider {
  readonly #config: PublicConfig;
  readonly #walletConnect: WalletConnectConfig;
  readonly #onChange: () => void;
  readonly #uriListeners = new Set<(uri: string) => void>();
  #client: Client | undefined;
  #loading: Promise<Client> | undefined;

  /** `onChange` is called when the wallet changed or ended the session. */
  constructor(config: PublicConfig, walletConnect: WalletConnectConfig, onChange: () => void) {
    this.#config = config;
    this.#walletConnect = walletConnect;
    this.#onChange = onChange;
  }

  /** Loads the sessions of this browser and connects to the relay. Until then there are no accounts. */
  load(): Promise<Client> {
    this.#loading ??= this.#start().catch((cause) => {
      this.#loading = undefined;
      throw cause;
    });
    return this.#loading;
  }

  async #start(): Promise<Client> {
    const { SignClient } = await import('@walletconnect/sign-client');
    const { origin } = window.location;
    const client = await SignClient.init({
      ...this.#walletConnect,
      telemetryEnabled: false,
      metadata: {
        name: 'Labroom',
        description: 'Data rooms of onchain research labs',
        url: origin,
        icons: [`${origin}/icon.svg`],
      },
    });
    for (const event of ['session_update', 'session_delete', 'session_expire'] as const)
      client.on(event, this.#onChange);
    this.#client = client;
    return client;
  }

  get #session(): Session | undefined {
    return this.#client?.session.getAll().findLast(({ expiry }) => expiry * 1000 > Date.now());
  }

  /** Continues the session of this browser, or waits until a wallet approved a new one. */
  async open(): Promise<void> {
    const client = await this.load();
    if (this.#session) return;
    const chains = [...new Set([this.#config.chainId, ethereum])].map((id) => `eip155:${id}`);
    const { uri, approval } = await client.connect({
      optionalNamespaces: {
        eip155: { chains, methods: walletMethods, events: ['accountsChanged', 'chainChanged'] },
      },
    });
    if (uri) for (const listener of this.#uriListeners) listener(uri);
    this.#uriListeners.clear();
    await approval();
  }

  /** RainbowKit listens for the address of the pairing, which it shows as a QR code or opens on a phone. */
  once(_event: 'display_uri', listener: (uri: string) => void): void {
    this.#uriListeners.add(listener);
  }

  async close(): Promise<void> {
    const client = await this.load();
    const session = this.#session;
    if (session)
      await client.disconnect({
        topic: session.topic,
        reason: { code: 6000, message: 'User disconnected.' },
      });
  }

  /** Accounts of the session, e.g. `0x9b…`. Empty without a session. */
  get accounts(): Address[] {
    return [...new Set(this.#scoped.map(({ address }) => address))];
  }

  /** The configured network, if the session includes it. */
  get chainId(): number {
    const ids = this.#scoped.map(({ chainId }) => chainId);
    return ids.includes(this.#config.chainId) ? this.#config.chainId : (ids[0] ?? ethereum);
  }

  /** Accounts with their network, as in `eip155:1:0x9b…` (CAIP-10). */
  get #scoped(): { chainId: number; address: Address }[] {
    return (this.#session?.namespaces.eip155?.accounts ?? []).map((account) => {
      const [, chainId, address] = account.split(':');
      return { chainId: Number(chainId), address: address as Address };
    });
  }

  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return this.accounts;
    if (method === 'eth_chainId') return numberToHex(this.chainId);
    if (!walletMethods.includes(method))
      return chainClient(this.#config).request({ method, params } as never);

    const client = await this.load();
    const session = this.#session;
    if (!session) throw new ProviderRpcError(new Error('The session ended.'), disconnected);
    if (!session.namespaces.eip155?.methods.includes(method))
      throw new UnsupportedProviderMethodError(new Error('The wallet did not approve this method.'), {
        method,
      });
    return client.request<Hex>({
      topic: session.topic,
      chainId: `eip155:${this.chainId}`,
      request: { method, params: params ?? [] },
    });
  }
}

/** EIP-1193, "Disconnected". */
const disconnected = { code: 4900, shortMessage: 'The wallet ended the session.' };
