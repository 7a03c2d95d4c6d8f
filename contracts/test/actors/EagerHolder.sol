// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {OclTokenizer} from "../../src/OclTokenizer.sol";

/// @notice Holds labs, accepts every signature, and tries to issue and tokenize during every signature check.
contract EagerHolder {
    OclTokenizer private immutable TOKENIZER;

    constructor(OclTokenizer tokenizer) {
        TOKENIZER = tokenizer;
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        for (uint256 labId = 1; labId < 4; ++labId) {
            try TOKENIZER.tokenize(labId, 1, "EVIL", _keyOf(labId), "hash", "") {} catch {}
            try TOKENIZER.issue(TOKENIZER.tokenized(labId), 1, address(this)) {} catch {}
        }
        return 0x1626ba7e;
    }

    function _keyOf(uint256 labId) private view returns (string memory) {
        uint256 oclId = uint256(TOKENIZER.labNft().oclIdOf(labId));
        return string.concat(Strings.toHexString(oclId, 32), "/agreements/1");
    }
}
