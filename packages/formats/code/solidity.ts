import type { LanguageFn } from 'highlight.js';

const keywords =
  'abstract anonymous as assembly break calldata catch constant constructor continue contract delete do else emit enum error event external fallback final for from function global if immutable import indexed interface internal is let library mapping memory modifier new override payable pragma private public pure receive return returns revert storage struct switch throw transient try type unchecked unicode using view virtual while';
const types = 'address bool byte bytes fixed int string ufixed uint var';
const literals = 'true false wei gwei ether seconds minutes hours days weeks years';
const names =
  'abi addmod assert block blockhash ecrecover gasleft keccak256 msg mulmod now require ripemd160 selfdestruct sha256 super this tx';

/** Solidity, which highlight.js does not have. The words are those of the language's grammar, version 0.8. */
const solidity: LanguageFn = (hljs) => ({
  name: 'Solidity',
  keywords: { keyword: keywords, type: types, literal: literals, built_in: names },
  contains: [
    hljs.C_LINE_COMMENT_MODE,
    hljs.C_BLOCK_COMMENT_MODE,
    hljs.APOS_STRING_MODE,
    hljs.QUOTE_STRING_MODE,
    { className: 'type', begin: /\b(?:u?int|bytes)\d{1,3}\b/ },
    { className: 'number', begin: /\b0x[\da-fA-F_]+\b|\b\d[\d_]*(?:\.\d[\d_]*)?(?:e-?\d+)?\b/ },
    {
      beginKeywords: 'contract interface library struct enum event error function modifier',
      end: /[^\w\s]/,
      returnEnd: true,
      contains: [hljs.UNDERSCORE_TITLE_MODE],
    },
  ],
});

export default solidity;
