'use client';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { PersonName } from '#lib/people/name-store.ts';

interface KnownPeople {
  /** Wallets whose names were asked for. Lowercase. */
  asked: readonly string[];
  /** Those of them that have one. */
  people: readonly PersonName[];
  /** Wallets that the lab of the page calls agents. Lowercase. */
  agents?: readonly string[];
}

type Known = ReadonlyMap<string, PersonName | null>;

const PeopleContext = createContext<Known>(new Map());
const AgentsContext = createContext<readonly string[]>([]);

/** Gives `Person` the names and agents that came with the page, beside those of the providers around it. */
export function PeopleProvider({ asked, people, agents, children }: KnownPeople & { children: ReactNode }) {
  const outer = use(PeopleContext);
  const outerAgents = use(AgentsContext);
  const known = useMemo<Known>(
    () =>
      new Map([
        ...outer,
        ...asked.map((wallet) => [wallet, null] as const),
        ...people.map((one) => [one.wallet, one] as const),
      ]),
    [outer, asked, people],
  );
  return (
    <PeopleContext value={known}>
      <AgentsContext value={agents ?? outerAgents}>{children}</AgentsContext>
    </PeopleContext>
  );
}

/** Names by wallet; `null` for those without, none for those that were not asked for. */
export const useKnownPeople = () => use(PeopleContext);

export const useKnownAgents = () => use(AgentsContext);
