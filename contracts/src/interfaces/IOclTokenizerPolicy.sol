// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Rules for new tokens
/// @notice The tokenizer asks it once, when a lab is tokenized. It can reject a new token and do nothing else: it can
/// neither issue, cap nor replace a token, nor let one be created without the signed terms. No upgrade can change that,
/// because the tokenizer calls it statically, and neither the tokenizer nor a token accepts a call from it.
interface IOclTokenizerPolicy {
    /// @notice Another account can pause from now on; none for zero.
    event GuardianUpdated(address indexed guardian);

    /// @notice Only the guardian and the owner can pause.
    error MustGuard(address caller);

    /// @notice Renouncing the ownership would end upgrades.
    error RenounceOwnershipDisabled();

    /// @notice Sets the first owner, in the proxy's constructor.
    function initialize(address initialOwner) external;

    /// @notice Withdraws an offer of ownership that was not accepted yet. Only for the owner.
    function cancelTransferOwnership() external;

    /// @notice Sets the account that can pause; zero for none. Only for the owner.
    function setGuardian(address newGuardian) external;

    /// @notice Rejects new tokens with `EnforcedPause` until `unpause`. Existing tokens are not affected. Only for the
    /// guardian and the owner; fails with `MustGuard` for others.
    function pause() external;

    /// @notice Allows new tokens again. Only for the owner.
    function unpause() external;

    /// @notice Reverts to reject a new token.
    /// @param labId The LabNFT token id.
    /// @param controller The holder of the lab.
    /// @param attached The existing token to attach; zero for a token that the tokenizer makes.
    function requirePermitted(uint256 labId, address controller, address attached) external view;

    /// @notice The account that can pause; zero if there is none.
    function guardian() external view returns (address);
}
