/**
 * Who has which role, written from docs/specification/contracts.md (labs, AccessResolver, pause) and without a look at the contracts'
 * code. All times are seconds of the chain. A method returns whether the chain must accept the transaction, and applies it if so.
 */

export type Granted = 1 | 2;
/** 0 is no role, 3 the owner. */
export type Strength = 0 | Granted | 3;

/** A contributor's role from its grant to its end. Longer and shorter expiries change it; what comes after its end is another one. */
interface Tenure {
  until: number;
  isOver: boolean;
}

interface Grant {
  role: Granted;
  until: number;
  /** Of a contributor. */
  tenure?: Tenure;
  /** Of the contributor who let this viewer in. */
  under?: Tenure;
}

export interface ModelLab {
  holder: string;
  account: string;
  grants: Map<string, Grant>;
}

export interface ModelSafe {
  owners: string[];
  threshold: number;
}

const day = 86_400;

export class RoleModel {
  /** Owner of the access resolver. */
  readonly administrator: string;
  readonly labs: ModelLab[] = [];
  readonly safes = new Map<string, ModelSafe>();
  /** Owners of accounts that have one, other than those of labs. */
  readonly accountOwners = new Map<string, string>();
  /** Ends of the locks of accounts. */
  readonly locks = new Map<string, number>();
  pause: { until: number } | null = null;
  guardian = '';
  readonly mayPauseFrom = new Map<string, number>();

  constructor(administrator: string) {
    this.administrator = administrator;
  }

  /** The owner of an account, also of a lab's; `undefined` for everything else. */
  ownerOf(account: string): string | undefined {
    return this.labs.find((lab) => lab.account === account)?.holder ?? this.accountOwners.get(account);
  }

  isLocked(account: string, now: number): boolean {
    return now < (this.locks.get(account) ?? 0);
  }

  /** The holder and everyone behind it. */
  ownersOf(lab: ModelLab): Set<string> {
    const owners = new Set([lab.holder]);
    for (const one of owners) {
      for (const owner of this.safes.get(one)?.owners ?? []) owners.add(owner);
      const owner = this.ownerOf(one);
      if (owner) owners.add(owner);
    }
    return owners;
  }

  strengthOf(lab: ModelLab, wallet: string, now: number): Strength {
    return this.ownersOf(lab).has(wallet) ? 3 : grantedNow(lab, wallet, now);
  }

  /** Seconds at which a role of the lab ends by itself. */
  expiriesOf(lab: ModelLab): number[] {
    return [...lab.grants.values()].flatMap(({ until, under }) => [until, under?.until ?? until]);
  }

  grant(
    lab: ModelLab,
    by: string,
    { to, role, expiry }: { to: string; role: Granted; expiry: number },
    now: number,
  ): boolean {
    const isPaused = this.pause !== null && now < this.pause.until;
    if (isPaused || (expiry !== 0 && (expiry <= now || expiry > now + 36_525 * day))) return false;
    const before = lab.grants.get(to);
    const active = grantedNow(lab, to, now);
    const until = expiry === 0 ? Infinity : expiry;
    const own = this.#isHolderOrAdministrator(lab, by) ? undefined : contributorTenure(lab, by, now);
    if (!this.#isHolderOrAdministrator(lab, by)) {
      const isTheHolders = active !== 0 && before?.under === undefined;
      if (!own || role !== 1 || isTheHolders || until > own.until) return false;
    }
    const stays = active === 2 && role === 2 ? before?.tenure : undefined;
    if (!stays && before?.tenure) before.tenure.isOver = true;
    const tenure = role === 2 ? (stays ?? { until, isOver: false }) : undefined;
    if (tenure) tenure.until = until;
    lab.grants.set(to, { role, until, ...(tenure && { tenure }), ...(own && { under: own }) });
    return true;
  }

  /** All or nothing. */
  revoke(lab: ModelLab, by: string, wallets: string[], now: number): boolean {
    const isContributor = contributorTenure(lab, by, now) !== undefined;
    const mayRevoke = (wallet: string) => {
      const grant = lab.grants.get(wallet);
      return !grant || this.#isHolderOrAdministrator(lab, by) || (isContributor && grant.under !== undefined);
    };
    if (!wallets.every(mayRevoke)) return false;
    for (const wallet of wallets) end(lab, wallet);
    return true;
  }

  renounce(lab: ModelLab, by: string): boolean {
    end(lab, by);
    return true;
  }

  revokeAll(lab: ModelLab, by: string): boolean {
    if (!this.#isHolderOrAdministrator(lab, by)) return false;
    for (const wallet of lab.grants.keys()) end(lab, wallet);
    return true;
  }

  /** Accounts of labs, deployed with their labs, hold no lab. Roles stay. */
  transfer(lab: ModelLab, by: string, to: string): boolean {
    if (by !== lab.holder || this.labs.some(({ account }) => account === to)) return false;
    lab.holder = to;
    return true;
  }

  lock(account: string, by: string, until: number, now: number): boolean {
    if (by !== this.ownerOf(account) || until <= now || until > now + 30 * day) return false;
    if (until <= (this.locks.get(account) ?? 0)) return false;
    this.locks.set(account, until);
    return true;
  }

  changeSafe(safe: string, change: ModelSafe): boolean {
    const { owners, threshold } = change;
    const isValid = new Set(owners).size === owners.length && !owners.includes(safe);
    if (!isValid || threshold < 1 || threshold > owners.length) return false;
    this.safes.set(safe, change);
    return true;
  }

  pauseBy(by: string, now: number): boolean {
    const isPaused = this.pause !== null && now < this.pause.until;
    if (by === this.administrator) {
      if (isPaused && this.pause?.until === Infinity) return false;
      this.pause = { until: Infinity };
      return true;
    }
    if (by !== this.guardian || isPaused || now < (this.mayPauseFrom.get(by) ?? 0)) return false;
    this.pause = { until: now + 7 * day };
    this.mayPauseFrom.set(by, now + 30 * day);
    return true;
  }

  unpauseBy(by: string, now: number): boolean {
    if (by !== this.administrator || this.pause === null || now >= this.pause.until) return false;
    this.pause = null;
    return true;
  }

  #isHolderOrAdministrator(lab: ModelLab, by: string): boolean {
    return by === lab.holder || by === this.administrator;
  }
}

function grantedNow(lab: ModelLab, wallet: string, now: number): 0 | Granted {
  const grant = lab.grants.get(wallet);
  if (!grant || now >= grant.until) return 0;
  const stands = !grant.under || (!grant.under.isOver && now < grant.under.until);
  return stands ? grant.role : 0;
}

function contributorTenure(lab: ModelLab, wallet: string, now: number): Tenure | undefined {
  return grantedNow(lab, wallet, now) === 2 ? lab.grants.get(wallet)?.tenure : undefined;
}

function end(lab: ModelLab, wallet: string): void {
  const tenure = lab.grants.get(wallet)?.tenure;
  if (tenure) tenure.isOver = true;
  lab.grants.delete(wallet);
}
