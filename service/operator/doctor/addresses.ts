import { z } from 'zod';
import { version } from '#platform/process/version.ts';
import { type Examination, type Finding, failed, ok, reasonOf } from './finding.ts';

const readySchema = z.object({ status: z.string(), problems: z.array(z.string()).default([]) });
const healthSchema = z.object({ version: z.string() });

/** The public addresses of service and web app, as callers reach them. */
export const examineAddresses: Examination = {
  variable: 'SERVICE_URL',
  async run({ config: { http } }) {
    const [service, web] = await Promise.all([tryService(http.publicUrl), tryWebApp(http.webUrl)]);
    return [...service, web];
  },
};

const get = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(15_000) });

async function tryService(url: string): Promise<Finding[]> {
  try {
    const [ready, health] = await Promise.all([get(`${url}/ready`), get(`${url}/health`)]);
    const answer = readySchema.safeParse(await ready.json().catch(() => null));
    const running = healthSchema.safeParse(await health.json().catch(() => null));
    if (!answer.success || !running.success)
      return [failed('SERVICE_URL: what answers there is not this service. A proxy may lead elsewhere.')];
    const { status, problems } = answer.data;
    return [
      status === 'ready'
        ? ok('SERVICE_URL: the service is ready.')
        : failed(`SERVICE_URL: the service says that it is ${status}.`),
      running.data.version === version
        ? ok(`SERVICE_URL: it runs version ${version}, like this command.`)
        : failed(`SERVICE_URL: it runs version ${running.data.version}, and this command is ${version}.`),
      ...problems.map((problem) => failed(`SERVICE_URL: the service reports: ${problem}`)),
    ];
  } catch (error) {
    return [failed(`SERVICE_URL: ${reasonOf(error)}`)];
  }
}

async function tryWebApp(url: string): Promise<Finding> {
  try {
    const { status, headers } = await get(url);
    if (status === 200 && headers.get('content-type')?.startsWith('text/html'))
      return ok('WEB_URL: the web app answers.');
    return failed(`WEB_URL: it answered ${status} instead of a page.`);
  } catch (error) {
    return failed(`WEB_URL: ${reasonOf(error)}`);
  }
}
