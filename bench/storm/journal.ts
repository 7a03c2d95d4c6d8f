import type { PaymentReceipt } from '@labroom/client/payment/payment-receipt';
import type { Hex } from 'viem';

/** A file as its writers know it. */
export interface KnownFile {
  oclId: Hex;
  path: string;
  did: string;
  /** `sha256:<hex>` of each acknowledged version. */
  versions: Map<number, string>;
  /** What was said of it last, and acknowledged. */
  description: string | null;
  /** `asked`: from then on nobody may rely on it. */
  deletion: 'none' | 'asked' | 'acknowledged';
}

export interface Payment {
  receipt: PaymentReceipt;
  /** Of the announcement that it paid for; `null` where it paid for a key. */
  headline: string | null;
  /** `nothing` until there is an answer, then `data`, or `error` and a code. */
  answered: string;
}

/** What the clients were promised, and what they asked for without ever learning what came of it. */
export class Journal {
  readonly files = new Map<string, KnownFile>();
  /** Headlines that were asked for, and the lab; acknowledged ones are on its feed once, others once at most. */
  readonly announcements = new Map<string, { oclId: Hex; acknowledged: boolean }>();
  /** By id. */
  readonly tokens = new Map<string, { revoked: boolean }>();
  /** By nonce, with what the payment bought. */
  readonly payments = new Map<string, Payment>();
  readonly labs = new Map<Hex, { picture: string | null }>();
  /** Reads right after an acknowledged write, one through each service, and how many of them missed it. */
  readonly rereads = { asked: 0, stale: 0 };
  /** Sentences about answers that no client should have got. */
  readonly surprises: string[] = [];
  /** How long whole tasks took, tries and pauses included. */
  readonly tasks: { kind: string; from: number; until: number }[] = [];
  /** Answers that left it open whether something happened, by their code. */
  readonly retries: { code: string; at: number }[] = [];

  addVersion(
    file: { oclId: Hex; path: string; did: string },
    version: number,
    contentHash: string,
  ): KnownFile {
    const known: KnownFile = this.files.get(file.did) ?? {
      ...file,
      versions: new Map(),
      description: null,
      deletion: 'none',
    };
    const before = known.versions.get(version);
    if (before) this.surprises.push(`version ${version} of ${file.path} was acknowledged twice`);
    known.versions.set(version, contentHash);
    this.files.set(file.did, known);
    return known;
  }
}
