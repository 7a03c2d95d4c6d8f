import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import type { ChainName } from '#contracts/networks.ts';
import {
  ANNOUNCE,
  DECRYPT_KEY,
  DELETE_FILE,
  FILE,
  FINISH,
  GENERATE_KEY,
  INITIATE,
  UPDATE_FILE,
  UPDATE_LAB,
} from './documents.ts';
import { done } from './expect.ts';
import type { Answer, Service } from './service.ts';
import type { Visitor } from './sign-in.ts';

type Result = Answer['body'];
type Bytes = Uint8Array<ArrayBuffer> | string;

export interface LabIdentity {
  oclId: Hex;
  /** Where this run keeps its files, with a slash at the end. */
  prefix: string;
  chainName: ChainName;
  accessResolver: Hex;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A registered lab as one wallet uses it. */
export class Lab {
  readonly service: Service;
  readonly identity: LabIdentity;
  readonly visitor: Visitor;

  constructor(service: Service, identity: LabIdentity, visitor: Visitor) {
    this.service = service;
    this.identity = identity;
    this.visitor = visitor;
  }

  get oclId(): Hex {
    return this.identity.oclId;
  }

  /** Lowercase. */
  get wallet(): string {
    return this.visitor.wallet.address.toLowerCase();
  }

  /** The same lab in other hands. */
  as(visitor: Visitor): Lab {
    return new Lab(this.service, this.identity, visitor);
  }

  /** A path that no other check takes. */
  path(name: string): string {
    return `${this.identity.prefix}${randomBytes(3).toString('hex')}-${name}`;
  }

  /** One mutation with the visitor's token; gives its result, failed or not. */
  async mutate(document: string, variables: Record<string, unknown> = {}): Promise<Result> {
    const data = await this.service.ask(document, { oclId: this.oclId, ...variables }, this.visitor.token);
    return Object.values(data)[0];
  }

  initiate(contentLength: number, contentType = 'text/plain'): Promise<Result> {
    return this.mutate(INITIATE, { contentLength, contentType });
  }

  finish(uploadToken: string, args: Record<string, unknown>): Promise<Result> {
    const changeBy = this.visitor.wallet.address;
    return this.mutate(FINISH, { uploadToken, accessLevel: 'PUBLIC', changeBy, ...args });
  }

  /** Steps 1 and 2. @returns the upload token */
  async sent(bytes: Bytes, contentType?: string): Promise<string> {
    const upload = done(await this.initiate(Buffer.byteLength(bytes), contentType));
    const response = await put(upload, bytes);
    if (!response.ok) throw new Error(`The upload was answered with ${response.status}`);
    return upload.uploadToken;
  }

  /** All three steps; gives the result of the last. */
  async upload(bytes: Bytes, args: Record<string, unknown>, contentType?: string): Promise<Result> {
    return this.finish(await this.sent(bytes, contentType), args);
  }

  /** A public file that is there. */
  async file(name: string, bytes: Bytes = `${name}\n`, args: Record<string, unknown> = {}): Promise<Result> {
    const path = this.path(name);
    return { path, ...done(await this.upload(bytes, { path, ...args })) };
  }

  /** Removes what this run put there. Entries in the feed stay. */
  async removeFiles(): Promise<void> {
    const query =
      'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { files { path } } } }';
    const { labWithDataRoomAndFiles: found } = await this.service.ask(query, { oclId: this.oclId });
    for (const { path } of found.dataRoom.files)
      if (path.startsWith(this.identity.prefix)) await this.deleteFile(path);
  }

  async fileAt(path: string): Promise<Result> {
    return (await this.service.ask(FILE, { oclId: this.oclId, path })).dataRoomFile;
  }

  updateFile = (variables: Record<string, unknown>): Promise<Result> =>
    this.mutate(UPDATE_FILE, { accessLevel: 'PUBLIC', ...variables });

  deleteFile = (path: string, changeBy: string = this.visitor.wallet.address): Promise<Result> =>
    this.mutate(DELETE_FILE, { path, changeBy });

  announce = (variables: Record<string, unknown>): Promise<Result> => this.mutate(ANNOUNCE, variables);

  update = (input: Record<string, unknown>): Promise<Result> => this.mutate(UPDATE_LAB, { input });

  decryptKey = (file: Record<string, unknown>): Promise<Result> => this.mutate(DECRYPT_KEY, file);

  /** `hasRole(oclId, :userAddress, VIEWER)`: every member of the team. */
  teamCondition() {
    return {
      conditionType: 'evmContract',
      contractAddress: this.identity.accessResolver,
      chain: this.identity.chainName,
      functionName: 'hasRole',
      functionParams: [this.oclId as string, ':userAddress', '1'],
      functionAbi: {
        type: 'function',
        name: 'hasRole',
        stateMutability: 'view',
        inputs: [
          { name: 'oclId', type: 'bytes32' },
          { name: 'account', type: 'address' },
          { name: 'role', type: 'uint8' },
        ],
        outputs: [{ name: '', type: 'bool' }],
      },
      returnValueTest: { key: '', comparator: '=', value: 'true' },
    };
  }

  /** Encrypts as a client does, and says so as `encryptionMetadata` wants it. */
  async encrypt(plaintext: string, conditions: unknown = [this.teamCondition()]) {
    const key = done(await this.mutate(GENERATE_KEY));
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.plaintextDEK, 'base64'), iv);
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    const encryptionMetadata = {
      encryptionSystem: key.encryptionSystem as string,
      encryptedDek: key.encryptedDek as string,
      iv: iv.toString('base64'),
      contentHash: `sha256-${sha256(plaintext)}`,
      accessControlConditions: JSON.stringify(conditions),
      encryptedBy: this.visitor.wallet.address as string,
      encryptedAt: new Date().toISOString(),
    };
    return { ciphertext, encryptionMetadata, plaintextDEK: key.plaintextDEK as string };
  }

  /** An encrypted file that is there. */
  async secret(name: string, plaintext: string, conditions?: unknown) {
    const { ciphertext, encryptionMetadata, plaintextDEK } = await this.encrypt(plaintext, conditions);
    const file = await this.file(name, ciphertext, { accessLevel: 'ADMIN', encryptionMetadata });
    return { ...file, ciphertext, encryptionMetadata, plaintextDEK } as Result;
  }
}

interface Upload {
  uploadUrl: string;
  method: string;
  headers: { key: string; value: string }[];
}

/** Step 2, with exactly the headers that were returned. */
export function put({ uploadUrl, method, headers }: Upload, body: Bytes): Promise<Response> {
  return fetch(uploadUrl, { method, headers: headers.map(({ key, value }) => [key, value]), body });
}
