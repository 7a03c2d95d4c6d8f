// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccount, IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/// @title The account through which the service acts onchain
/// @notice Obeys its owner, a key of the service, by user operations through EntryPoint v0.8. The rights of the
/// service belong to this address: when the key is exchanged, no contract needs to be told.
interface IRelayerAccount is IAccount {
    /// @notice Giving up the ownership would leave the account to nobody.
    error RenounceOwnershipDisabled();

    /// @notice Calls `to` and gives back what it answers; what it reverts with is passed on. For the entry point and
    /// for the account itself.
    function execute(address to, uint256 value, bytes calldata data) external returns (bytes memory result);

    /// @notice The one entry point whose user operations are accepted.
    function entryPoint() external view returns (IEntryPoint);
}
