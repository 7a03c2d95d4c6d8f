// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Checks signatures of keys, of contracts, and of keys that delegate to code (EIP-7702)
library SignerSignature {
    uint256 private constant DELEGATION_SIZE = 23;
    uint256 private constant DELEGATION_PREFIX = 0xef0100;

    /// @notice Whether `signature` is one of `signer` for `hash`: by ECDSA for a key, by ERC-1271 for a contract. The
    /// address of a key that delegates has code, which often knows no ERC-1271, and the key remains in control. So for
    /// such an address ECDSA is tried first.
    function isValid(address signer, bytes32 hash, bytes memory signature) internal view returns (bool) {
        if (isDelegatedKey(signer)) {
            (address recovered, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, signature);
            if (failure == ECDSA.RecoverError.NoError && recovered == signer) return true;
        }
        return SignatureChecker.isValidSignatureNow(signer, hash, signature);
    }

    /// @notice Whether the code of `account` is a delegation (EIP-7702, "Delegation Designation"). No contract has such
    /// code, because EIP-3541 forbids code that begins with 0xef.
    function isDelegatedKey(address account) internal view returns (bool) {
        if (account.code.length != DELEGATION_SIZE) return false;
        uint256 word;
        assembly ("memory-safe") {
            extcodecopy(account, 0, 0, 32)
            word := mload(0)
        }
        return word >> 232 == DELEGATION_PREFIX;
    }
}
