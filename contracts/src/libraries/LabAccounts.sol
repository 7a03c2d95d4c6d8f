// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC6551Registry} from "../interfaces/IERC6551.sol";

/// @title Addresses of lab accounts
library LabAccounts {
    /// @notice The registry of ERC-6551, at the same address on every chain.
    IERC6551Registry internal constant REGISTRY = IERC6551Registry(0x000000006551c19487814612e58FE06813775758);

    /// @notice One account per lab, so one salt.
    bytes32 internal constant SALT = bytes32(0);

    /// @notice The account bound to a token, computed as by `REGISTRY.account`, without a call, because every role
    /// check needs it.
    function addressOf(
        address implementation,
        uint256 chainId,
        address tokenContract,
        uint256 tokenId
    ) internal pure returns (address account) {
        address registry = address(REGISTRY);
        // Creation code of an account (ERC-6551, "Registry"), from byte 0x55 on: 20 bytes, the implementation, 15 bytes,
        // then salt, chainId, tokenContract and tokenId. Before it: what CREATE2 hashes (EIP-1014). Words are written
        // from right to left, because each overwrites the padding of the one after it. The salt is zero.
        assembly ("memory-safe") {
            let start := mload(0x40)
            mstore(add(start, 0xec), tokenId)
            mstore(add(start, 0xcc), shr(96, shl(96, tokenContract)))
            mstore(add(start, 0xac), chainId)
            mstore(add(start, 0x8c), 0)
            mstore(add(start, 0x6c), 0x5af43d82803e903d91602b57fd5bf3)
            mstore(add(start, 0x5d), implementation)
            mstore(add(start, 0x49), 0x3d60ad80600a3d3981f3363d3d373d3d3d363d73)
            mstore(add(start, 0x35), keccak256(add(start, 0x55), 0xb7))
            mstore(add(start, 0x15), 0)
            mstore(add(start, 0x01), shl(96, registry))
            mstore8(start, 0xff)
            account := shr(96, shl(96, keccak256(start, 0x55)))
        }
    }
}
