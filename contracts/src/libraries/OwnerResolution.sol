// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessResolver} from "../interfaces/IAccessResolver.sol";

/// @title Resolves the owners of a holder
/// @notice Resolves Safes (`getOwners()`) and Ownable or ERC-4337 accounts (`owner()`) breadth first. Called contracts
/// can be hostile: each call is static and limited in gas, only the used part of a result is copied, an address is
/// visited once, and the search ends at 50 owners or 10 steps from the holder. A failing call, also one that runs out
/// of gas, counts as "no owners".
library OwnerResolution {
    uint256 private constant MAX_OWNERS = 50;
    uint256 private constant MAX_DEPTH = 10;

    /// @dev Enough for a Safe with 50 owners, which uses about 130,000.
    uint256 private constant GET_OWNERS_GAS = 200_000;
    uint256 private constant OWNER_GAS = 50_000;

    /// @notice Whether `candidate` is `holder` or one of its resolved owners.
    /// Reverts with `OwnersOverflow` if the search reaches its limits before it finds `candidate`.
    function isOwner(address holder, address candidate) internal view returns (bool) {
        if (candidate == address(0) || holder == address(0)) return false;
        if (candidate == holder) return true;

        address[] memory visited = new address[](MAX_OWNERS + 1);
        visited[0] = holder;
        uint256 count = 1;
        uint256 next = 0;
        for (uint256 depth = 1; next < count; ++depth) {
            for (uint256 end = count; next < end; ++next) {
                address[] memory owners = _ownersOf(visited[next]);
                for (uint256 i = 0; i < owners.length; ++i) {
                    if (_contains(visited, count, owners[i])) continue;
                    if (depth > MAX_DEPTH) revert IAccessResolver.OwnersOverflow(MAX_DEPTH);
                    if (count > MAX_OWNERS) revert IAccessResolver.OwnersOverflow(MAX_OWNERS);
                    if (owners[i] == candidate) return true;
                    visited[count++] = owners[i];
                }
            }
        }
        return false;
    }

    function _ownersOf(address account) private view returns (address[] memory) {
        if (account.code.length == 0) return new address[](0);
        (bool isSafe, address[] memory owners) = _getOwners(account);
        return isSafe ? owners : _owner(account);
    }

    function _getOwners(address account) private view returns (bool isSafe, address[] memory owners) {
        uint256[] memory words = _read(account, bytes4(keccak256("getOwners()")), GET_OWNERS_GAS, MAX_OWNERS + 3);
        if (words.length < 2 || words[0] != 0x20) return (false, owners);
        uint256 length = words[1];
        if (length == 0 || words.length < 2 + (length > MAX_OWNERS ? MAX_OWNERS + 1 : length)) return (false, owners);
        if (length > MAX_OWNERS) revert IAccessResolver.OwnersOverflow(MAX_OWNERS);
        owners = new address[](length);
        for (uint256 i = 0; i < length; ++i) {
            owners[i] = address(uint160(words[i + 2]));
        }
        return (true, owners);
    }

    function _owner(address account) private view returns (address[] memory owners) {
        uint256[] memory words = _read(account, bytes4(keccak256("owner()")), OWNER_GAS, 1);
        if (words.length == 0 || words[0] > type(uint160).max) return owners;
        owners = new address[](1);
        owners[0] = address(uint160(words[0]));
    }

    /// @dev At most `maxWords` whole words of the result; none if the call fails.
    function _read(
        address target,
        bytes4 selector,
        uint256 gasLimit,
        uint256 maxWords
    ) private view returns (uint256[] memory words) {
        uint256 size;
        assembly ("memory-safe") {
            mstore(0, selector)
            if staticcall(gasLimit, target, 0, 4, 0, 0) {
                size := shr(5, returndatasize())
            }
        }
        words = new uint256[](size > maxWords ? maxWords : size);
        assembly ("memory-safe") {
            returndatacopy(add(words, 0x20), 0, shl(5, mload(words)))
        }
    }

    /// @dev The zero address counts as visited, because it has no owners.
    function _contains(address[] memory visited, uint256 count, address account) private pure returns (bool) {
        if (account == address(0)) return true;
        for (uint256 i = 0; i < count; ++i) {
            if (visited[i] == account) return true;
        }
        return false;
    }
}
