// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice Accepts the signatures of one key (ERC-1271). Has no storage, so that keys can delegate to it.
contract OwnedSigner {
    address private immutable SIGNER;

    constructor(address signer) {
        SIGNER = signer;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return ECDSA.recoverCalldata(hash, signature) == SIGNER ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
