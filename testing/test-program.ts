import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** A program with the unmodified client of the protocol and its OAuth. Somebody else is the browser. */
export class TestProgram implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly serverUrl: string;
  /** The address that the browser shall open. */
  asked: URL | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = '';
  #transport: StreamableHTTPClientTransport | undefined;

  constructor({ url }: { url: string }, redirectUrl: string) {
    this.serverUrl = `${url}/mcp`;
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata() {
    return { client_name: 'Notebook', redirect_uris: [this.redirectUrl] };
  }

  /** Connects anew, calls a tool, and ends the connection. @throws UnauthorizedError if a person must allow it first */
  async call(name: string) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    this.#transport = new StreamableHTTPClientTransport(new URL(this.serverUrl), { authProvider: this });
    await client.connect(this.#transport);
    try {
      return await client.callTool({ name, arguments: {} });
    } finally {
      await client.close();
    }
  }

  /** Takes what the browser brought back. */
  async finish(answer: URLSearchParams): Promise<void> {
    await this.#transport?.finishAuth(answer);
  }

  state = () => 'state of the program';
  clientInformation = () => this.#client;
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.#client = client;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens;
  }
  /** After a refusal the client forgets what it refers to, and asks the person again. */
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') {
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
    if (scope === 'all' || scope === 'client') this.#client = undefined;
    if (scope === 'all' || scope === 'discovery') this.#discovered = undefined;
  }
  discoveryState = () => this.#discovered;
  saveDiscoveryState(discovered: OAuthDiscoveryState) {
    this.#discovered = discovered;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
}
