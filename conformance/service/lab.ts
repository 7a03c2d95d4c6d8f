import { randomBytes } from 'node:crypto';
import { UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import type { ChainName } from '@labroom/contracts/networks';
import { conditionsForTeam, type EvmContractCondition } from '@labroom/protocol/conditions';
import { type Answer, resultOf } from '@labroom/testing/test-client.ts';
import { changeAccess, decryptDataKey, encryptFor } from '@labroom/testing/test-encryption.ts';
import { initiateParts } from '@labroom/testing/test-parts.ts';
import {
  type Author,
  announce,
  deleteFile,
  fileAt,
  finish,
  initiate,
  sent,
  updateFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import type { DocumentNode } from 'graphql';
import type { Hex } from 'viem';
import { done } from './expect.ts';
import type { Service } from './service.ts';
import type { Visitor } from './sign-in.ts';

type Result = Answer['body'];
type Bytes = Uint8Array | string;
type Variables = Record<string, unknown>;

export interface LabIdentity {
  oclId: Hex;
  /** Where this run keeps its files, with a slash at the end. */
  prefix: string;
  chainName: ChainName;
  accessResolver: Hex;
}

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

  get author(): Author {
    return { oclId: this.oclId, wallet: this.visitor.wallet.address, token: this.visitor.token };
  }

  as(visitor: Visitor): Lab {
    return new Lab(this.service, this.identity, visitor);
  }

  /** A path that no other check takes. */
  path(name: string): string {
    return `${this.identity.prefix}${randomBytes(3).toString('hex')}-${name}`;
  }

  /** One operation with the visitor's token; gives its result, failed or not. */
  mutate(document: string | DocumentNode, variables: Variables = {}): Promise<Result> {
    return resultOf(this.service, document, { oclId: this.oclId, ...variables }, this.visitor.token);
  }

  initiate = (contentLength: number, contentType?: string): Promise<Result> =>
    initiate(this.service, this.author, contentLength, contentType);

  initiateParts = (contentLength: number): Promise<Result> =>
    initiateParts(this.service, this.author, contentLength);

  finish = (uploadToken: string, args: Variables): Promise<Result> =>
    finish(this.service, this.author, uploadToken, args);

  sent = (bytes: Bytes): Promise<string> => sent(this.service, this.author, bytes);

  upload = (bytes: Bytes, args: Variables, contentType?: string): Promise<Result> =>
    uploadFile(this.service, this.author, bytes, args, contentType);

  /** A public file that is there. */
  async file(name: string, bytes: Bytes = `${name}\n`, args: Variables = {}): Promise<Result> {
    const path = this.path(name);
    return { path, ...done(await this.upload(bytes, { path, ...args })) };
  }

  /** Removes what this run put there. Entries in the feed stay. */
  async removeFiles(): Promise<void> {
    const query =
      'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { files { path } } } }';
    for (const { path } of (await this.mutate(query)).dataRoom.files)
      if (path.startsWith(this.identity.prefix)) await this.deleteFile(path);
  }

  fileAt = (path: string): Promise<Result> => fileAt(this.service, this, path);

  updateFile = (args: { ref: string } & Variables): Promise<Result> =>
    updateFile(this.service, this.author, args);

  deleteFile = (path: string, changeBy?: string): Promise<Result> =>
    deleteFile(this.service, this.author, path, changeBy);

  announce = (args: Variables): Promise<Result> => announce(this.service, this.author, args);

  update = (input: Variables): Promise<Result> => this.mutate(UpdateLabNftMetadataDocument, { input });

  decryptKey = (file: Parameters<typeof decryptDataKey>[2]): Promise<Result> =>
    decryptDataKey(this.service, this.author, file);

  changeAccess = (change: Parameters<typeof changeAccess>[2]): Promise<Result> =>
    changeAccess(this.service, this.author, change);

  /** `hasRole(oclId, :userAddress, VIEWER)`: every member of the team. */
  teamCondition(): EvmContractCondition {
    const { chainName: name, accessResolver } = this.identity;
    const [condition] = conditionsForTeam(this.oclId, { name, contracts: { accessResolver } });
    return condition as EvmContractCondition;
  }

  encrypt = (plaintext: string, conditions: unknown = [this.teamCondition()]) =>
    encryptFor(this.service, this.author, plaintext, JSON.stringify(conditions));

  async secret(name: string, plaintext: string, conditions?: unknown) {
    const encrypted = await this.encrypt(plaintext, conditions);
    const { ciphertext, encryptionMetadata } = encrypted;
    const file = await this.file(name, ciphertext, { accessLevel: 'ADMIN', encryptionMetadata });
    return { ...file, ...encrypted } as Result;
  }
}
