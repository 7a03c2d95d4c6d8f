import autocannon from 'autocannon';

interface Serving {
  url: string;
  cpuMilliseconds(): number;
}

/** How many of these requests a server answers a second over 32 connections, and what CPU time each takes it. */
export async function throughput(server: Serving, requests: autocannon.Request[], seconds: number) {
  const before = server.cpuMilliseconds();
  const url = new URL(server.url).origin;
  const done = await autocannon({ url, requests, connections: 32, duration: seconds });
  const cpu = server.cpuMilliseconds() - before;
  if (done.non2xx + done.errors > 0) throw new Error(`${done.non2xx} refused, ${done.errors} failed`);
  return { 'requests/s': done.requests.average, 'CPU ms/request': cpu / done.requests.total };
}
