// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccount} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IAccessResolver} from "../interfaces/IAccessResolver.sol";
import {IERC6551Account} from "../interfaces/IERC6551.sol";

/// @title Resolves the owners of a holder, who may read what the holder may
/// @notice Resolves Safes (`getOwners()`) and accounts with one owner (`owner()`) breadth first. An escrow, a vault or a
/// marketplace also has an `owner()` or lists its members, who own nothing of what it keeps. So both count only where the
/// contract says that it is an account: by ERC-165 (ERC-1271, ERC-4337 or ERC-6551), by answering ERC-1271, or by naming
/// its `entryPoint()` (ERC-4337). A Safe says none of this without a signature, so its list also counts with a
/// `getThreshold()` between one and the number of its owners. Called contracts can be hostile: each call is static and limited in gas, only the used part of a result is copied, an address is
/// visited once, and the search ends at 50 owners or 10 steps from the holder. A failing call, also one that uses all
/// of its gas, counts as "no owners". The whole search has one gas budget, which includes its own work.
library OwnerResolution {
    uint256 private constant MAX_OWNERS = 50;
    uint256 private constant MAX_DEPTH = 10;

    /// @dev Enough for a Safe with 50 owners of which nothing was read before in the transaction, which takes 105,000 to 150,000.
    uint256 private constant GET_OWNERS_GAS = 200_000;
    uint256 private constant OWNER_GAS = 50_000;
    uint256 private constant ACCOUNT_GAS = 30_000;

    /// @dev For the whole search. About five times what a Safe with 50 owners takes.
    uint256 private constant SEARCH_GAS = 2_500_000;

    /// @dev What the search itself needs to handle the result of a call.
    uint256 private constant RESERVED_GAS = 20_000;

    /// @notice Whether `candidate` is `holder` or one of its resolved owners.
    /// Reverts with `OwnersOverflow` if the search reaches its limits before it finds `candidate`, and with
    /// `OwnerSearchOutOfGas` if its gas budget does not suffice, or the gas of the caller.
    function isOwner(address holder, address candidate) internal view returns (bool) {
        if (candidate == address(0) || holder == address(0)) return false;
        if (candidate == holder) return true;

        uint256 gasFloor = gasleft() > SEARCH_GAS ? gasleft() - SEARCH_GAS : 0;
        address[] memory visited = new address[](MAX_OWNERS + 1);
        visited[0] = holder;
        // One bit per last byte of a visited address, so that most new addresses need no comparison.
        uint256 seen = _bitOf(holder);
        uint256 count = 1;
        uint256 next = 0;
        for (uint256 depth = 1; next < count; ++depth) {
            for (uint256 end = count; next < end; ++next) {
                uint256[] memory owners = _ownersOf(visited[next], gasFloor);
                for (uint256 i = 0; i < owners.length; ++i) {
                    _requireGas(gasFloor);
                    // The zero address has no owners, and a word with more bits is no address.
                    if (owners[i] == 0 || owners[i] > type(uint160).max) continue;
                    address owner = address(uint160(owners[i]));
                    uint256 bit = _bitOf(owner);
                    if (seen & bit != 0 && _contains(visited, count, owner)) continue;
                    if (depth > MAX_DEPTH) revert IAccessResolver.OwnersOverflow(MAX_DEPTH);
                    if (count > MAX_OWNERS) revert IAccessResolver.OwnersOverflow(MAX_OWNERS);
                    if (owner == candidate) return true;
                    seen |= bit;
                    visited[count++] = owner;
                }
            }
        }
        return false;
    }

    function _ownersOf(address account, uint256 gasFloor) private view returns (uint256[] memory owners) {
        _requireGas(gasFloor);
        if (account.code.length == 0) return owners;
        bool isSafe;
        (isSafe, owners) = _getOwners(account, gasFloor);
        if (!isSafe) owners = _accountOwner(account, gasFloor);
    }

    /// @dev One word or none.
    function _accountOwner(address account, uint256 gasFloor) private view returns (uint256[] memory owners) {
        owners = _read(account, abi.encodeWithSignature("owner()"), OWNER_GAS, 1, gasFloor);
        if (owners.length == 0 || owners[0] == 0 || _isAccount(account, gasFloor)) return owners;
        return new uint256[](0);
    }

    function _isAccount(address account, uint256 gasFloor) private view returns (bool) {
        bytes4[3] memory interfaces = [
            type(IERC1271).interfaceId,
            type(IAccount).interfaceId,
            type(IERC6551Account).interfaceId
        ];
        for (uint256 i = 0; i < interfaces.length; ++i) {
            bytes memory question = abi.encodeCall(IERC165.supportsInterface, (interfaces[i]));
            if (_word(account, question, gasFloor) == 1) return true;
        }
        uint256 entryPoint = _word(account, abi.encodeWithSignature("entryPoint()"), gasFloor);
        if (entryPoint != 0 && entryPoint <= type(uint160).max) return true;
        // Any answer of four bytes: what counts is that the function exists.
        bytes memory signed = abi.encodeCall(IERC1271.isValidSignature, (bytes32(0), ""));
        uint256 answer = _word(account, signed, gasFloor);
        return answer != 0 && uint224(answer) == 0;
    }

    /// @dev A threshold is what makes the owners of a list act together, so a vault with members has none.
    function _isSafe(address account, uint256 ownerCount, uint256 gasFloor) private view returns (bool) {
        uint256 threshold = _word(account, abi.encodeWithSignature("getThreshold()"), gasFloor);
        return threshold != 0 && threshold <= ownerCount;
    }

    function _word(address account, bytes memory question, uint256 gasFloor) private view returns (uint256) {
        uint256[] memory words = _read(account, question, ACCOUNT_GAS, 1, gasFloor);
        return words.length == 0 ? 0 : words[0];
    }

    /// @dev The result is a view of the words that were read: the list begins at its length.
    function _getOwners(
        address account,
        uint256 gasFloor
    ) private view returns (bool isSafe, uint256[] memory owners) {
        bytes memory question = abi.encodeWithSignature("getOwners()");
        uint256[] memory words = _read(account, question, GET_OWNERS_GAS, MAX_OWNERS + 3, gasFloor);
        if (words.length < 2 || words[0] != 0x20) return (false, owners);
        uint256 length = words[1];
        if (length == 0 || words.length < 2 + (length > MAX_OWNERS ? MAX_OWNERS + 1 : length)) return (false, owners);
        if (!_isSafe(account, length, gasFloor) && !_isAccount(account, gasFloor)) return (false, owners);
        if (length > MAX_OWNERS) revert IAccessResolver.OwnersOverflow(MAX_OWNERS);
        assembly ("memory-safe") {
            owners := add(words, 0x40)
        }
        return (true, owners);
    }

    /// @dev At most `maxWords` whole words of the result; none if the call fails.
    function _read(
        address target,
        bytes memory data,
        uint256 gasLimit,
        uint256 maxWords,
        uint256 gasFloor
    ) private view returns (uint256[] memory words) {
        _requireGas(gasFloor);
        // A call gets at most 63/64 of the remaining gas (EIP-150).
        uint256 left = gasleft();
        uint256 available = _min(left - gasFloor, left - left / 64) - RESERVED_GAS / 2;
        uint256 callGas = _min(gasLimit, available);
        bool success;
        uint256 size;
        assembly ("memory-safe") {
            success := staticcall(callGas, target, add(data, 0x20), mload(data), 0, 0)
            if success {
                size := shr(5, returndatasize())
            }
        }
        // With its full gas the call might have succeeded, so this is no "no owners".
        if (!success && callGas < gasLimit) revert IAccessResolver.OwnerSearchOutOfGas();
        words = new uint256[](size > maxWords ? maxWords : size);
        assembly ("memory-safe") {
            returndatacopy(add(words, 0x20), 0, shl(5, mload(words)))
        }
    }

    function _requireGas(uint256 gasFloor) private view {
        if (gasleft() < gasFloor + RESERVED_GAS) revert IAccessResolver.OwnerSearchOutOfGas();
    }

    function _min(uint256 one, uint256 other) private pure returns (uint256) {
        return one < other ? one : other;
    }

    function _bitOf(address account) private pure returns (uint256) {
        return 1 << uint8(uint160(account));
    }

    function _contains(address[] memory visited, uint256 count, address account) private pure returns (bool) {
        for (uint256 i = 0; i < count; ++i) {
            if (visited[i] == account) return true;
        }
        return false;
    }
}
