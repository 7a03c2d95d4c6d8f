interface GlossaryEntry {
  /** One or two sentences that need no other word of this list. */
  meaning: string;
  /** A page with more about it. */
  more?: { href: string; label: string };
}

const aboutLabs = { href: '/how-it-works#lab', label: 'What a lab is' };
const aboutAccess = { href: '/how-it-works#access', label: 'Who can open what' };
const aboutOperator = { href: '/how-it-works#operator', label: 'What the operator can see' };

/** The words of the field that pages use, each explained in place by `Term`. */
export const glossary = {
  labAccount: {
    meaning:
      'An account on the chain that belongs to the lab and holds what the lab owns, such as tokens. The owner of the lab controls it.',
    more: aboutLabs,
  },
  accountLock: {
    meaning:
      'While the account is locked, nobody can send anything from it, neither the owner of the lab nor a buyer, and its signatures are invalid. Allowances that it granted before still work. An owner who sells the lab locks the account first.',
    more: aboutLabs,
  },
  did: {
    meaning:
      'A decentralized identifier: a permanent name for a lab, a data room or a file, which others can cite.',
  },
  readinessLevel: {
    meaning:
      'The technology readiness level (TRL), from 1 to 9, says how close research is to use. 1 means basic principles observed; 9 means proven in practice.',
  },
  serviceToken: {
    meaning:
      'A secret text, like a password with an end date. A program that has it acts with the rights of your wallet, but cannot send transactions.',
  },
  dataKey: {
    meaning:
      'The key that encrypts one version of one file. The service keeps it and gives it only to wallets that meet the conditions of the file.',
    more: aboutOperator,
  },
  fingerprint: {
    meaning:
      'A number computed from all bytes of a file, also called its hash. Files with the same fingerprint (SHA-256) are identical.',
    more: aboutAccess,
  },
  networkFee: {
    meaning:
      'Also called gas: what the network charges for a transaction. Your wallet pays it in ether and shows the amount first.',
  },
  baseUnits: {
    meaning: 'The smallest units of a token, as cents are of a dollar. Contracts count in them.',
  },
} as const satisfies Record<string, GlossaryEntry>;

export type GlossaryTerm = keyof typeof glossary;
