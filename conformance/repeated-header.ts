import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Service } from './service.ts';

/** The status of a request that sends one header twice, which `fetch` cannot: it joins the two. */
export function statusOfRepeated({ url, credential }: Service, name: string): Promise<number | undefined> {
  const send = url.startsWith('https:') ? overHttps : overHttp;
  const headers = { 'content-type': 'application/json', authorization: credential };
  return new Promise((resolve, reject) => {
    send(url, { method: 'POST', headers: { ...headers, [name]: [credential, credential] } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end('{"query":"{ __typename }"}');
  });
}
