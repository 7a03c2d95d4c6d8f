import { mkdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from '@labroom/contracts/write-atomically';
import { z } from 'zod';
import { CommandError, type ExitCode } from '../command-line/exit-codes.ts';

const address = z.custom<`0x${string}`>((value) => /^0x[0-9a-fA-F]{40}$/.test(String(value)));

/** How the wallet of a session signs. Never the key itself. */
const signerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keystore'), file: z.string() }),
  z.object({ kind: z.literal('kms'), keyId: z.string() }),
  z.object({ kind: z.literal('browser') }),
]);

const sessionSchema = z.object({
  graphqlUrl: z.url(),
  chainId: z.union([z.literal(8453), z.literal(84532), z.literal(31337)]),
  site: z.string(),
  accessResolver: address,
  wallet: address,
  signer: signerSchema,
  /** Names this program to the service. */
  credential: z.string(),
  consumerId: z.string(),
  credentialEndsAt: z.iso.datetime(),
  /** Acts for the wallet. */
  serviceToken: z.string(),
  tokenId: z.string(),
  /** After this time the token is extended. */
  renewAt: z.iso.datetime(),
});

const storeSchema = z.object({
  version: z.literal(1),
  /** Service that commands use outside of a folder that names one. */
  current: z.string().nullable(),
  sessions: z.record(z.string(), sessionSchema),
});

export type StoredSession = z.infer<typeof sessionSchema>;
export type StoredSigner = StoredSession['signer'];
type Store = z.infer<typeof storeSchema>;
type Environment = Readonly<Record<string, string | undefined>>;

const empty: Store = { version: 1, current: null, sessions: {} };

/** The sessions of this user, by the origin of their service, in a file that only the user can read. */
export function sessionStore(env: Environment) {
  const folder = configurationFolder(env);
  const file = join(folder, 'sessions.json');

  async function read(): Promise<Store> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return empty;
    await requirePrivate(
      file,
      'signIn',
      'run labroom login, and revoke the former credential on the account page.',
    );
    try {
      return storeSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw new CommandError('signIn', `${file} is damaged. Remove it and run labroom login.`, { cause });
    }
  }

  async function write(store: Store): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomically(file, `${JSON.stringify(store, null, 2)}\n`, 0o600);
  }

  return {
    /** The session with a service; without one, the current session. */
    async find(service?: string): Promise<StoredSession | undefined> {
      const { current, sessions } = await read();
      const name = service ?? current;
      return name !== null && Object.hasOwn(sessions, name) ? sessions[name] : undefined;
    },
    /** Keeps a session. `asCurrent` also uses it where nothing names a service. */
    async keep(session: StoredSession, asCurrent: boolean): Promise<void> {
      const { current, sessions } = await read();
      const { origin } = new URL(session.graphqlUrl);
      const kept = { ...sessions, [origin]: session };
      await write({ version: 1, current: asCurrent ? origin : current, sessions: kept });
    },
    async remove(service: string): Promise<void> {
      const { current, sessions } = await read();
      const { [service]: _, ...rest } = sessions;
      const next = current === service ? (Object.keys(rest)[0] ?? null) : current;
      await write({ version: 1, current: next, sessions: rest });
    },
  };
}

/** Where this program keeps what is of its user, and of no folder. */
export function configurationFolder(env: Environment): string {
  if (env.LABROOM_CONFIG_DIR) return env.LABROOM_CONFIG_DIR;
  const home = env.HOME ?? homedir();
  if (process.platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'labroom');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'labroom');
}

/** Refuses secrets that other users of the machine may have read. @param advice what to do after its removal */
export async function requirePrivate(file: string, exit: ExitCode, advice: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0)
    throw new CommandError(exit, `Other users can read ${file}. Remove it, and ${advice}`);
}
