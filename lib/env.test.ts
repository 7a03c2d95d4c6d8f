import { describe, expect, it } from 'vitest';
import { parseEnv, WebEnvError } from './env.ts';

describe('the environment of the web app', () => {
  it('needs nothing on one’s own machine', () => {
    expect(parseEnv({})).toEqual({
      environment: 'local',
      serviceUrl: 'http://127.0.0.1:4000',
      publicServiceUrl: 'http://127.0.0.1:4000',
      serviceCredential: undefined,
      rpcUrl: 'http://127.0.0.1:8545',
      webUrl: 'http://127.0.0.1:3000',
      storageUrl: 'http://127.0.0.1:4000',
    });
  });

  it('counts an empty variable as absent and drops trailing slashes', () => {
    expect(parseEnv({ SERVICE_CREDENTIAL: '', SERVICE_URL: 'https://api.example/v1//' })).toMatchObject({
      serviceCredential: undefined,
      serviceUrl: 'https://api.example/v1',
    });
  });

  it('sends browsers to the service by its public address, for stored bytes too', () => {
    const inside = { SERVICE_URL: 'http://balancer:4000', PUBLIC_SERVICE_URL: 'https://api.example/' };
    expect(parseEnv(inside)).toMatchObject({
      serviceUrl: 'http://balancer:4000',
      publicServiceUrl: 'https://api.example',
      storageUrl: 'https://api.example',
    });
  });

  it('reports every problem at once', () => {
    const wrong = { LABROOM_ENVIRONMENT: 'test', PUBLIC_RPC_URL: 'ws://x', WEB_URL: 'nonsense' };
    expect(() => parseEnv(wrong)).toThrow(WebEnvError);
    expect(() => parseEnv(wrong)).toThrow(/LABROOM_ENVIRONMENT[\s\S]*PUBLIC_RPC_URL[\s\S]*WEB_URL/);
  });
});
