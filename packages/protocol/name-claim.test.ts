import { describe, expect, test } from 'vitest';
import { confusablesVersion } from './confusables.generated.ts';
import { claimOf } from './name-claim.ts';
import { parseProfileName } from './parse-profile.ts';

test('the table of look-alikes is Unicode’s, of the version of this runtime or newer', () => {
  expect(Number.parseFloat(confusablesVersion)).toBeGreaterThanOrEqual(17);
});

const names = (text: string) => text.split('|').map((name) => name.trim());

const honest = names(
  `Müller | Иванов | 山田太郎 | 山田 太郎 | O'Brien | O’Brien | José-María | Nguyễn | Dr. Jane Doe | J. R. R. Tolkien |
   J.R.R. Tolkien | J.R.R.Tolkien | St. Gallen Lab | العربية | हिन्दी | Ada Lovelace | Dr. Ada Lovelace | Dr.Ada Lovelace |
   Zoë | Søren Kierkegaard | Łukasz Żółć | Ευαγγελία Παπαδοπούλου | Наталія Ковальчук | А. С. Пушкин | А.С. Пушкин |
   김민준 | Lê Thị Hồng | ジョン・スミス | Marcel·la Gal·la | ए.पी.जे. अब्दुल कलाम | ליאת כהן | สมชาย ใจดี | ანა ქართველი |
   Անի Սարգսյան | می‌خواهم | محمد بن سلمان | Jean-Luc Picard, Ph.D. | Prof. Dr. med. Anna Weiß | Mary Ann (Lab 3) |
   Oxana Petrova | Oxford Group | Ox | Anna Oxley | Robert Downer | Elizabeth | Seth Green | Beth | Macbeth | Kenneth |
   Anna (ETH Zürich) | Anders Eth | Renée O'Connor & Co. | 2nd Lab of Soil | Vladimír Štefánik | Ñandú | Ismail | Illia |
   Thomas Müller-Lüdenscheidt | María-José Carreño Quiñones | Björk Guðmundsdóttir | D'Arcy Wentworth Thompson | Bo | X Æ A-12 | Bruce Lee 李 | Theo Root-Bernstein | Michael Staff | Mod Helmy | ལྷ་མོ | Ana Sol | Jean-Sol |
   Sir Isaac Newton Jr. | van der Waals | Deadmau5 | R2D2 | Agent 47`,
);
const hostile = {
  domain: names(
    `vitalik.eth | vitalik․eth | vitalik．eth | vitalik。eth | vitalik·eth | vitalik܁eth | vitalik .eth | vitalik.eth. | Dr vitalik.eth |
     vitalik.eth (verified) | vitalik.base.eth | vitalik｡eth | vitalik•eth | vitalik∙eth | vitalik・eth | vitalik۔eth | vitalik. eth |
     vitalik . eth | vitalik(.)eth | vitalik[.]eth | vitalik,eth | vitalik‚eth | vitalik-eth | vitalik dot eth | vitalik.ETH | vitalik.еth |
     vitalik.ｅｔｈ | vitalik.𝐞𝐭𝐡 | vitalik.3th | x.eth | ada.com | evil.example | verify at evil.example | labs.xyz | ada.box | vitalik.lens |
     Ada www.evil.org | 𝓿𝓲𝓽𝓪𝓵𝓲𝓴.𝓮𝓽𝓱 | vitalik.eth Smith | Dr.vitalik.eth | vitalik.е​th | vitalik…eth | vitalik.e.t.h | v i t a l i k . e t h | ada.рф | alice.cb.id`,
  ),
  address: names(
    `0x56b9…6fef | Оx1234…abcd | OxAb58…eC9B | 0х1234…abcd | О×1234…abcd | 0x1234...abcd | Ada 0x1234…abcd | (0x1234…abcd) | 𝟎x1234…abcd |
     ０ｘ1234…abcd | 0x56b9 | 0xl234…abcd | Ab58…eC9B | 0 x 1 2 3 4 a b c d | 0x1234-abcd | ox1234…abcd | Ox12З4…abcd`,
  ),
  tick: names(
    `Labroom √ | Ada √ | Ada ꪜ | Ada ✓ | Ada ✔ | Ada ✔️ | Ada ✅ | Ada ☑ | Ada 🗸 | Ada 🗹 | Ada 🮱 | Ada 𐄂 | Ada ∨ | Ada ⩗ | Ada レ | Ada ᐯ |
     Ada 🛡 | Ada ⭐ | Ada 🔵 | Ada 🆗 | Ada 💠 | Ada Ⓥ️🅥 | Ada ˅ | Ada ⍻`,
  ),
  role: names(
    `Labroom | Labroom support | Owner | owner | admin | Admin | ADMIN | official | Ada (official) | Ada verified | Ada (verified) | 0wner | Adm1n |
     adrnin | Offlcial | оfficiаl | Öwner | Moderator | Lab Owner | Support Team | O w n e r | A.d.m.i.n | V-e-r-i-f-i-e-d | ᴏᴡɴᴇʀ |
     🄾🅆🄽🄴🅁 | 𝗢𝘄𝗻𝗲𝗿 | Оwnеr | @dmin | $upport | Officiel | Verificado | официальный | поддержка | 官方 | 管理员 | Contributor | Staff |
     Security | Operator | Lab room | L a b r o o m | Labrооm | Lаbroom | LABR00M | Labroorn | ʟᴀʙʀᴏᴏᴍ | Läbröom | Labroоm Team | 🅻🅰🅱🆁🅾🅾🅼 |
     Lab-room | TheLabroomTeam | LΛBROOM | Ｌａｂｒｏｏｍ | ⓁⒶⒷⓇⓄⓄⓂ | ꓡꓮꓐꓣꓳꓳꓟ | Customer support | Ad min | own er | ad-min | Team | Ada (staff) | Ada – team | Ada, mod`,
  ),
  hidden: [
    'Ada\u2800',
    '\u2800',
    'Ada\u3164',
    'Ada\uffa0',
    'Ada\u115f',
    'Ada\u00ad',
    'Ada\u200b',
    'Ada\u2060',
    'Ada\u{1d159}',
    'Ada\u202e',
  ].concat(['Ada\ufe0f', 'Ada\u180e', 'Ada\u{e0041}', 'Ada\u034f', 'Ada\u200d', 'Ada\ufffc', 'Ada\u061c']),
  mixed: names('Аda | Adа | Vitаlik | Ρeter | Αlice | Ꭺlice | Ꮮisa | Ꭰavid | Paνl'),
};

describe('a name of a person', () => {
  test.each(honest)('%s is honest', (name) => {
    expect(parseProfileName(name)).toBe(name.normalize('NFC'));
  });

  for (const [kind, spellings] of Object.entries(hostile))
    test.each(spellings)(`%s is refused (${kind})`, (name) => {
      expect(() => parseProfileName(name)).toThrow(/^(must|has)/);
    });
});

describe('a name of a lab', () => {
  test.each(
    names(
      `St. Gallen Lab | E.coli variants | C.elegans atlas | PPARγ agonists | Δ9-THC | Thermostable lipase screen | Official statistics | C++ tools |
       Support vector machines | Verified compilers | Admin data of Denmark | Lab #7 | 🧪 Soil & Fungi | TNF-α | Lab of 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 | α-synuclein | Protein 2.0 |
       Лаборатория почв | 土壌微生物 | Lab 3: what grows? | 100 % open | Orchids`,
    ),
  )('%s is honest', (name) => {
    expect(claimOf(name, 'lab')).toBeNull();
  });

  test.each([
    ...hostile.domain,
    ...hostile.address.filter((name) => !name.startsWith('Ada')),
    ...names(
      `Labroom | Labroom security: verify at evil.example | Lаbroom | Nature (verified) | Nature ✓ | Nature √ | Nature – official | Nature ✅ |
       Soil\u2800 | Labroorn | LABR00M | Nature [Official] | Nаture | Nature, verified`,
    ),
  ])('%s is refused', (name) => {
    expect(claimOf(name, 'lab')).not.toBeNull();
  });
});

describe('a name of a program', () => {
  test.each(
    names(
      `Claude | ChatGPT | Cursor | Visual Studio Code | MCP Inspector | MCP CLI Proxy | My notebook 3 | Zotero | n8n | Label tool | Walter |
       PDF Viewer | 研究助手 | A program without a name | Research agent (Soil)`,
    ),
  )('%s is honest', (name) => {
    expect(claimOf(name, 'program')).toBeNull();
  });

  test.each([
    ...hostile.domain,
    ...names(
      `Labroom | Lаbroom | MetaMask | Meta Mask | MetаMask | METAMASK | MetaMаsk Wallet | Coinbase Wallet | WalletConnect | Trust Wallet | Ledger |
       Labroom CLI | Official client | Verified agent | Support | Adm1n | M e t a M a s k | MetaMask ✓ | Uniswap | ᴍᴇᴛᴀᴍᴀsᴋ | Meta-Mask`,
    ),
  ])('%s is refused', (name) => {
    expect(claimOf(name, 'program')).not.toBeNull();
  });
});
