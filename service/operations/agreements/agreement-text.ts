import type { ChainId } from '@labroom/contracts/networks';

/** The document that is stored, hashed and signed for, in the order of its keys. */
export interface MembershipAgreement {
  agreementType: 'OCL_MEMBERSHIP';
  templateVersion: number;
  /** `labId` is the token id of the LabNFT, decimal; addresses are lowercase. */
  lab: { oclId: string; labId: string; account: string; title: string | null };
  token: { symbol: string };
  network: { name: string; chainId: ChainId; labNft: string; tokenizer: string | null };
  /** The agreement itself, in Markdown. */
  text: string;
}

type Facts = Omit<MembershipAgreement, 'text'>;

/**
 * The agreement as people read it, in Markdown. Every sentence about the token is one that `OclTokenizer.sol`,
 * `LabToken.sol` and `WrappedLabToken.sol` keep. Another wording is another `templateVersion`: the bytes of an agreement
 * that somebody signed must stay reproducible.
 */
export function agreementText({ lab, token, network, templateVersion }: Facts): string {
  const name = `Lab #${lab.labId}`;
  const title = lab.title === null ? '' : `- Name given to the Lab: ${escapeMarkdown(lab.title)}\n`;
  const tokenizer = network.tokenizer === null ? '' : `, by the tokenizer contract \`${network.tokenizer}\``;
  return `# Membership agreement of ${name}

*Template OCL_MEMBERSHIP, version ${templateVersion}, filled in by a program from public facts. Nobody has reviewed it for this Lab, and it is no legal advice. Have it reviewed before you rely on it.*

- Lab: **${name}**, token ${lab.labId} of the LabNFT contract \`${network.labNft}\` on ${network.name} (chain id ${network.chainId})
${title}- OCL id: \`${lab.oclId}\`
- Account of the Lab: \`${lab.account}\`
- Token: symbol **${token.symbol}**${tokenizer}

## 1. Parties

1.1 This agreement is between the Lab and each of its Token Holders.

1.2 "The Lab" is the research project named above. It acts through its Controller: whoever holds its LabNFT at that time, as the LabNFT contract records it. When the LabNFT changes hands, the new holder becomes the Controller and this agreement goes on unchanged. Where the Lab is no legal person, the Controller for the time being is the party in its place.

1.3 "The Token" is the one token that the tokenizer contract records for the Lab: a token made by it, or an existing token attached to the Lab. "Token Holder" is whoever controls an address with a balance of the Token, for as long as the balance lasts.

1.4 If the LabNFT contract does not confirm the OCL id above, there is no such Lab and no agreement.

1.5 Whoever runs the software that generated this document is no party to it.

## 2. The Token

2.1 A Lab has at most one Token, for ever.

2.2 Of a Token made by the tokenizer contract, the Controller may issue more, to anyone and in any amount, without asking the Token Holders; their share then shrinks. Once issuance is capped, nobody can issue more or lift the cap.

2.3 Such a Token can be transferred and burnt by its holder. Neither the Lab nor the tokenizer contract can move, freeze or take it back.

2.4 The supply and the transfer of a token that was attached follow the rules of that token alone.

## 3. What the Token grants

3.1 Membership: every Token Holder is a member of the Lab.

3.2 Access: the Lab may share files of its data room with Token Holders. A Token Holder may open such a file while the condition that the Lab set for it, for example a least balance, is met. The Lab decides which files it shares, if any, and may stop sharing a file; what was opened before stays subject to section 5.

3.3 Voice: where the Lab asks its Token Holders, the Lab says beforehand how their answers count. It need not ask, and is bound by an answer only where it said so in writing beforehand.

## 4. What the Token does not grant

4.1 No ownership of the Lab, its LabNFT, its account, or of anything that the account holds.

4.2 No title to, licence of, or other right in intellectual property, data or results of the Lab, beyond opening the files of 3.2.

4.3 No share in a company or partnership, and no claim to profit, revenue, interest, redemption or repayment.

4.4 No power to instruct the Controller or to act in the name of the Lab.

4.5 No promise that the Token has or keeps a value, that it can be sold, or that the research succeeds.

## 5. Duties of Token Holders

5.1 Files that the Lab shares with Token Holders only are confidential. A Token Holder uses them for its own information and gives them to nobody else, unless the Lab has published them or the law requires it. This duty outlasts the membership.

5.2 A Token Holder guards its own keys. What its address does counts as its own act.

5.3 A Token Holder keeps the laws that apply to it when it acquires, holds or transfers the Token.

## 6. Acceptance

6.1 The Controller who makes or attaches the Token accepts this agreement for the Lab, and as its first Token Holder where the first supply is issued to it, by signing the terms message of the terms contract. That message names the Lab, the key and the SHA-256 hash of this document and the chain. The contract checks the signature and keeps it in the public log.

6.2 Every later Token Holder accepts this agreement by acquiring the Token, whose metadata names this document by the same key and hash. Whether the law of a country lets acceptance happen so is for that law to say.

6.3 This document cannot be exchanged: another text has another hash.

## 7. Governing terms

7.1 Between the Lab and its Token Holders hold, in this order: the law that cannot be waived; this agreement; further terms that the Lab publishes in its data room. Further terms bind those who acquire the Token after they were published, and others who agree to them.

7.2 The contracts named here and the tokenizer contract record who the Controller is, who holds how much, how much was issued, and whether issuance is capped. Where this text says otherwise about such a fact, the record counts.

7.3 This template chooses no law and no court. Where further terms choose none either, those apply that apply without a choice.

7.4 The Token and the software behind it are provided as they are. As far as the law allows, the Lab is liable for intent and gross negligence only.

7.5 If a clause is invalid, the others remain.
`;
}

/** Text from outside stays text: it can neither become a heading, a link or a clause, nor hide any. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|~<>&:$^=]/g, '\\$&');
}
