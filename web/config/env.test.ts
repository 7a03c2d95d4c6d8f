import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { register } from '../../instrumentation.ts';
import { parseEnv, WebEnvError } from './env.ts';

describe('the environment of the web app', () => {
  it('needs no variables in the local environment', () => {
    expect(parseEnv({})).toEqual({
      environment: 'local',
      manifest: expect.objectContaining({ chainId: 31337, deployment: null }),
      network: expect.objectContaining({ name: 'local', chainId: 31337 }),
      serviceUrl: 'http://127.0.0.1:4000',
      publicServiceUrl: 'http://127.0.0.1:4000',
      serviceCredential: undefined,
      rpcUrl: 'http://127.0.0.1:8545',
      webUrl: 'http://127.0.0.1:3000',
      storageUrl: 'http://127.0.0.1:4000',
      proxiesUploads: true,
      walletConnect: undefined,
      trustedProxies: [],
      pageProcessorMs: null,
    });
  });

  it('parses proxies as the service does: addresses and ranges, separated by commas or spaces', () => {
    const proxies = '10.0.0.0/8 192.0.2.1,2001:db8::/32, ::1';
    expect(parseEnv({ TRUSTED_PROXIES: proxies }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '2001:db8::/32',
      '::1',
    ]);
    for (const wrong of ['true', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8 *'])
      expect(() => parseEnv({ TRUSTED_PROXIES: wrong })).toThrow(/TRUSTED_PROXIES.*IP addresses or CIDR/);
  });

  it('names what is wrong with a manifest of contracts', () => {
    for (const wrong of ['{}', '{', '[]'])
      expect(() => parseEnv({ CONTRACTS: wrong }), wrong).toThrow(/CONTRACTS: the manifest/);
  });

  it('offers WalletConnect only with a project, over the public relay or another one', () => {
    const projectId = '0123456789abcdef0123456789abcdef';
    const relayUrl = 'wss://relay.example';
    const given = { WALLETCONNECT_PROJECT_ID: projectId };
    expect(parseEnv(given).walletConnect).toEqual({ projectId, relayUrl: 'wss://relay.walletconnect.org' });
    expect(parseEnv({ ...given, WALLETCONNECT_RELAY_URL: relayUrl }).walletConnect).toEqual({
      projectId,
      relayUrl,
    });
    expect(parseEnv({ WALLETCONNECT_RELAY_URL: relayUrl }).walletConnect).toBeUndefined();
    expect(() => parseEnv({ WALLETCONNECT_PROJECT_ID: 'mine' })).toThrow(/32 lowercase hex digits/);
  });

  it('counts an empty variable as absent and drops trailing slashes', () => {
    expect(parseEnv({ SERVICE_CREDENTIAL: '', SERVICE_URL: 'https://api.example/v1//' })).toMatchObject({
      serviceCredential: undefined,
      serviceUrl: 'https://api.example/v1',
    });
  });

  it("gives browsers the service's public URL, also for stored bytes", () => {
    const inside = { SERVICE_URL: 'http://balancer:4000', PUBLIC_SERVICE_URL: 'https://api.example/' };
    expect(parseEnv(inside)).toMatchObject({
      serviceUrl: 'http://balancer:4000',
      publicServiceUrl: 'https://api.example',
      storageUrl: 'https://api.example',
    });
    const shorter = { INTERNAL_SERVICE_URL: 'http://balancer:4000', SERVICE_URL: 'https://api.example/' };
    expect(parseEnv(shorter)).toEqual(parseEnv(inside));
  });

  it('lets browsers upload directly only if STORAGE_URL is set', () => {
    const storageUrl = 'https://bytes.example';
    expect(parseEnv({ STORAGE_URL: storageUrl })).toMatchObject({ storageUrl, proxiesUploads: false });
    expect(parseEnv({ STORAGE_URL: '' })).toMatchObject({ proxiesUploads: true });
  });

  it('reports every problem at once', () => {
    const wrong = { LABROOM_ENVIRONMENT: 'test', PUBLIC_RPC_URL: 'ws://x', WEB_URL: 'nonsense' };
    expect(() => parseEnv(wrong)).toThrow(WebEnvError);
    expect(() => parseEnv(wrong)).toThrow(/LABROOM_ENVIRONMENT[\s\S]*PUBLIC_RPC_URL[\s\S]*WEB_URL/);
  });

  const production = {
    LABROOM_ENVIRONMENT: 'production',
    SERVICE_URL: 'http://balancer:4000',
    SERVICE_CREDENTIAL: 'labroom_production_x_y',
    PUBLIC_RPC_URL: 'https://node.example',
    WEB_URL: 'https://labroom.example',
    PUBLIC_SERVICE_URL: 'https://api.example',
  };

  it.each(['staging', 'production'])(
    'has no defaults in %s, and reports all missing variables at once',
    (name) => {
      expect(() => parseEnv({ LABROOM_ENVIRONMENT: name, STORAGE_URL: 'ftp://x' })).toThrow(
        /STORAGE_URL[\s\S]*SERVICE_URL[\s\S]*SERVICE_CREDENTIAL[\s\S]*PUBLIC_RPC_URL[\s\S]*WEB_URL/,
      );
    },
  );

  it('rejects a SERVICE_URL without TLS in production if browsers use it', () => {
    const { PUBLIC_SERVICE_URL: _, ...one } = production;
    expect(() => parseEnv(one)).toThrow('SERVICE_URL: must be encrypted (https or wss) in production');
  });

  it.each(['PUBLIC_RPC_URL', 'WEB_URL', 'PUBLIC_SERVICE_URL', 'STORAGE_URL'])(
    'rejects %s without TLS in production',
    (name) => {
      expect(parseEnv(production)).toMatchObject({
        environment: 'production',
        webUrl: 'https://labroom.example',
      });
      expect(() => parseEnv({ ...production, [name]: 'http://x.example' })).toThrow(
        `${name}: must be encrypted (https or wss) in production`,
      );
    },
  );
});

describe('starting the web app', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('exits with code 1 and prints the problems if the configuration is invalid', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    vi.stubEnv('LABROOM_ENVIRONMENT', 'production');
    await register();
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining('SERVICE_CREDENTIAL: required in production'),
    );
    expect(exit).toHaveBeenCalledWith(1);
  });

  it('reads its own variables from the settings file, and no secret of the service', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const file = join(mkdtempSync(join(tmpdir(), 'labroom-web-')), 'labroom.env');
    writeFileSync(
      file,
      'LABROOM_ENVIRONMENT=production\nKMS_MASTER_KEY=secret\nSERVICE_CREDENTIAL=labroom_x\nWEB_URL=http://x\n',
    );
    vi.stubEnv('NEXT_RUNTIME', 'nodejs');
    vi.stubEnv('LABROOM_ENV_FILE', file);
    for (const name of ['LABROOM_ENVIRONMENT', 'SERVICE_CREDENTIAL', 'WEB_URL']) vi.stubEnv(name, '');
    await register();
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('WEB_URL: must be encrypted'));
    expect(process.env.SERVICE_CREDENTIAL).toBe('labroom_x');
    expect(process.env.KMS_MASTER_KEY).toBeUndefined();

    logged.mockClear();
    writeFileSync(file, 'WEB_URLS=https://x.example\n');
    await register();
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining('WEB_URLS: unknown variable; did you mean WEB_URL?'),
    );
    rmSync(dirname(file), { recursive: true });
  });
});
