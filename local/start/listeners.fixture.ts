import { readdir, readFile, readlink } from 'node:fs/promises';

interface Listener {
  pid: number;
  port: number;
  /** Whether only this machine can reach it: 127.0.0.0/8 or ::1, also as IPv4-mapped IPv6. */
  isLoopback: boolean;
}

/** These processes and their descendants, by `/proc` (Linux). */
export async function descendantsOf(roots: number[]): Promise<Set<number>> {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const parents = new Map(
    await Promise.all(
      pids.map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
        return [pid, Number(stat.split(') ').at(-1)?.split(' ')[1])] as const;
      }),
    ),
  );
  const found = new Set(roots);
  // The iteration includes entries that are added to the set.
  for (const known of found) for (const [pid, parent] of parents) if (parent === known) found.add(pid);
  return found;
}

/** TCP listeners of these processes, IPv4 and IPv6 (proc(5), `/proc/net/tcp`). */
export async function listenersOf(pids: ReadonlySet<number>): Promise<Listener[]> {
  const owners = new Map<string, number>();
  for (const pid of pids) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode) owners.set(inode, pid);
    }
  }
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8').catch(() => '')),
  );
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      const pid = owners.get(inode);
      const [address = '', port = ''] = local.split(':');
      // 0A is LISTEN. The words of an address are in little-endian order.
      if (state !== '0A' || pid === undefined) return [];
      const isLoopback =
        /^(0{16}FFFF0000)?[\dA-F]{6}7F$/.test(address) || address === `${'0'.repeat(24)}01000000`;
      return [{ pid, port: Number.parseInt(port, 16), isLoopback }];
    }),
  );
}
