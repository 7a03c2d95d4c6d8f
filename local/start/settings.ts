import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from './start-error.ts';

export type Settings = {
  dataDir: string;
  withWeb: boolean;
  ports: { web: number; service: number; rpc: number; postgres: number };
};

const portNames = { web: 'WEB_PORT', service: 'SERVICE_PORT', rpc: 'RPC_PORT', postgres: 'PG_PORT' } as const;
const defaultPorts = { web: 3000, service: 4000, rpc: 8545, postgres: 5433 };

/** Reads the options of `npm start`: DATA_DIR, the four ports, and `--without-web`. */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const port = (name: keyof Settings['ports']) => readPort(portNames[name], env, defaultPorts[name]);
  const ports = { web: port('web'), service: port('service'), rpc: port('rpc'), postgres: port('postgres') };
  const numbers = Object.values(ports);
  if (new Set(numbers).size < numbers.length) {
    throw new StartError(`${Object.values(portNames).join(', ')} must be four different ports.`);
  }
  return {
    dataDir: path.resolve(env.DATA_DIR || '.labroom'),
    withWeb: !readFlags(args)['without-web'],
    ports,
  };
}

function readFlags(args: string[]): { 'without-web': boolean } {
  try {
    return parseArgs({ args, options: { 'without-web': { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}; the only option is --without-web.`);
  }
}

function readPort(name: string, env: NodeJS.ProcessEnv, otherwise: number): number {
  const port = Number(env[name] || otherwise);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new StartError(`${name} must be a port from 1 to 65535, not "${env[name]}".`);
}

/** @throws StartError if the folder cannot be created or written to. */
export async function makeDataDir({ dataDir }: Settings): Promise<void> {
  try {
    await mkdir(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `The data directory ${dataDir} cannot be used (${code}); set DATA_DIR to another.`,
      cause,
    );
  }
}

/** Checked before anything starts. Chain and database check their own ports. */
export async function requireFreePorts({ ports, withWeb }: Settings): Promise<void> {
  for (const name of withWeb ? (['service', 'web'] as const) : (['service'] as const)) {
    if (!(await isTaken(ports[name]))) continue;
    throw new StartError(
      `The port ${ports[name]} for the ${name} is in use by another program; set ${portNames[name]} to another.`,
    );
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ port, host: '127.0.0.1' });
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });
}
