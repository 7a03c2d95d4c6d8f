// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IOclTokenizer} from "../interfaces/IOclTokenizer.sol";

/// @title Who has a right to a token, as the token's own contract says
/// @notice The right is that of `owner()` or of `DEFAULT_ADMIN_ROLE`. The token can be hostile: calls are static and
/// limited in gas, nothing is copied but one word, and an answer of any other length is no answer.
library TokenRight {
    uint256 private constant GAS_LIMIT = 100_000;

    /// @dev What a call takes before the token has its gas: 2,600 for an account that was not read before, as much again
    /// for the code that it delegates to (EIP-7702), some hundreds, and the 64th that stays here (EIP-150).
    uint256 private constant CALL_GAS = 10_000;

    /// @dev Nobody knows a key of it. A contract that calls it an administrator says so of every address.
    address private constant NOBODY = address(uint160(uint256(keccak256("labroom.nobody"))));

    /// @notice Which of two addresses has the right; zero if neither has.
    /// Reverts with `NotEnoughGas` if the answer of the token could depend on the gas of the caller.
    function proverOf(address token, address holder, address account) internal view returns (address) {
        uint256 owner = _ask(token, abi.encodeCall(Ownable.owner, ()));
        if (owner == uint160(holder)) return holder;
        if (owner == uint160(account)) return account;
        bool isHolder = _isAdmin(token, holder);
        if (!isHolder && !_isAdmin(token, account)) return address(0);
        if (_isAdmin(token, NOBODY)) return address(0);
        return isHolder ? holder : account;
    }

    function _isAdmin(address token, address account) private view returns (bool) {
        return _ask(token, abi.encodeCall(IAccessControl.hasRole, (bytes32(0), account))) == 1;
    }

    /// @dev Zero if there is no answer. No lab has the zero address as its holder or account.
    function _ask(address token, bytes memory question) private view returns (uint256 answer) {
        // A call may get less than its limit, without an error.
        if (gasleft() < GAS_LIMIT + CALL_GAS) revert IOclTokenizer.NotEnoughGas();
        assembly ("memory-safe") {
            let answered := staticcall(GAS_LIMIT, token, add(question, 0x20), mload(question), 0, 0x20)
            if and(answered, eq(returndatasize(), 0x20)) {
                answer := mload(0)
            }
        }
    }
}
