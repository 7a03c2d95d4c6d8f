import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasCommand, installDebianPackages } from './debian-packages.ts';

/** A new Debian in a directory, whose programs share the network of this machine. */
export interface DebianSystem {
  dir: string;
  /** Runs a script in one shell, as root. Rejects with its output if a command of it fails. */
  run(script: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whether `makeDebianSystem` works here: as root, on Debian or with its `debootstrap`. */
export function canMakeDebianSystem(): boolean {
  if (process.getuid?.() !== 0) return false;
  return hasCommand('debootstrap') || (installDebianPackages('debootstrap') && hasCommand('debootstrap'));
}

/** Reads units and starts what they say, for a system whose first process is not systemd. */
const systemctl = `#!/bin/sh
[ "$1" = enable ] || exit 0
shift 2
for unit; do
  file=/etc/systemd/system/$unit.service
  get() { sed -n "s/^$1=//p" "$file" | tr '\\n' ' '; }
  cd "$(get WorkingDirectory | sed 's/ *$//')"
  setsid runuser -u $(get User) -- env -i PATH=/usr/bin:/bin $(get Environment) $(get ExecStart) > /var/log/$unit.log 2>&1 &
done
`;

/**
 * Installs the smallest Debian from the mirror of this machine, with the machine's own way to the registry of npm. `systemctl enable --now`
 * starts what units say.
 */
export async function makeDebianSystem(): Promise<DebianSystem> {
  const dir = await mkdtemp(join(tmpdir(), 'labroom-debian-'));
  const mounts: string[] = [];
  const dispose = async () => {
    await execute('sh', [
      '-c',
      `for root in /proc/[0-9]*/root; do [ "$(readlink $root)" = "${dir}" ] && kill -9 "$(echo $root | cut -d/ -f3)"; done; true`,
    ]);
    for (const mount of mounts.toReversed()) await execute('umount', ['--lazy', mount]);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    // Its users without privileges must be able to enter it.
    await chmod(dir, 0o755);
    await execute('debootstrap', ['--variant=minbase', 'bookworm', dir]);
    for (const name of ['proc', 'dev']) {
      await execute('mount', ['--rbind', `/${name}`, join(dir, name)]);
      await execute('mount', ['--make-rslave', join(dir, name)]);
      mounts.push(join(dir, name));
    }
    await copyFile('/etc/resolv.conf', join(dir, 'etc/resolv.conf'));
    const npmConfig = join(homedir(), '.npmrc');
    if (existsSync(npmConfig)) await copyFile(npmConfig, join(dir, 'root/.npmrc'));
    const authorities = process.env.NODE_EXTRA_CA_CERTS;
    if (authorities) await copyFile(authorities, join(dir, 'root/authorities.crt'));
    await writeFile(join(dir, 'usr/local/bin/systemctl'), systemctl);
    await chmod(join(dir, 'usr/local/bin/systemctl'), 0o755);
  } catch (error) {
    await dispose();
    throw error;
  }
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const trust = process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: '/root/authorities.crt' } : {};
  return {
    dir,
    run: (script, variables = {}) =>
      execute('chroot', [dir, '/bin/bash', '-euo', 'pipefail', '-c', script], {
        PATH: path,
        HOME: '/root',
        LC_ALL: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
        ...trust,
        ...variables,
      }),
    [Symbol.asyncDispose]: dispose,
  };
}

async function execute(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  if (code !== 0)
    throw new Error(`${command} ${args[0]} ended with ${code}:\n${`${output}\n${complaint}`.slice(-4_000)}`);
  return output;
}
