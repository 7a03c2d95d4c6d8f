// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Account of a person, with passkeys and wallets as its keys
/// @notice Each key acts alone. A key is what ERC-7913 calls a signer: 20 bytes are a wallet, 84 bytes are the address of a
/// verifier and a P-256 public key (a passkey). The account obeys user operations (EntryPoint v0.8), and its wallets also
/// by direct call, so that nobody depends on an operator. Signatures are ERC-1271 in the form of ERC-7739, which names
/// account and chain. Not upgradeable, and without guardians: a second key is the recovery.
///
/// [Note: owners of labs] The account holds a lab as one holder. It has neither `owner()` nor `getOwners()`, so that no key
/// is an owner of the lab beside it: a removed key has no right from the same block on.
///
/// [Note: other chains] The address obeys the initial keys on every chain, also removed ones. Nothing should be sent to it
/// on a chain where it was not created.
interface IPersonAccount {
    /// @notice Sets the first keys, in the transaction that creates the account. At least one.
    function initialize(bytes[] calldata signers) external;

    /// @notice Adds keys. Only for the account itself. The contract cannot see whether a key is one: a mistyped key never
    /// signs, and a key of somebody else acts for the account.
    function addSigners(bytes[] calldata signers) external;

    /// @notice Removes keys. Only for the account itself; the last one stays.
    function removeSigners(bytes[] calldata signers) external;
}
