// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Creates accounts of persons
/// @notice The address follows from the initial keys and a number, so it is known, and can hold a lab, before the account
/// is created. Anybody may create it: the keys are in the address, so nothing depends on who does.
interface IPersonAccountFactory {
    event PersonAccountCreated(address indexed account, bytes[] signers, uint256 number);

    /// @notice Creates the account with these keys; returns it if it exists. Fails without keys, with a repeated one, and
    /// with one of less than 20 bytes.
    /// @param signers The initial keys, as in `IPersonAccount`. Another order is another account.
    /// @param number Tells several accounts with equal keys apart.
    function createAccount(bytes[] calldata signers, uint256 number) external returns (address account);

    /// @notice The address of an account, created or not.
    function addressOf(bytes[] calldata signers, uint256 number) external view returns (address);

    /// @notice The code behind every account. Never changes.
    function implementation() external view returns (address);
}
