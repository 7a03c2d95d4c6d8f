// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IGuardedPause} from "./IGuardedPause.sol";

/// @title Rules for new tokens
/// @notice The tokenizer asks it once, when a lab is tokenized. It can reject a new token and do nothing else: it can
/// neither issue, cap nor replace a token, nor let one be created without the signed terms. No upgrade can change that,
/// because the tokenizer calls it statically, and neither the tokenizer nor a token accepts a call from it. While paused it
/// rejects new tokens with `EnforcedPause`; existing tokens are not affected.
interface IOclTokenizerPolicy is IGuardedPause {
    /// @notice Renouncing the ownership would end upgrades.
    error RenounceOwnershipDisabled();

    /// @notice Sets owner and guardian, in the proxy's constructor.
    function initialize(address initialOwner, address initialGuardian) external;

    /// @notice Withdraws an offer of ownership that was not accepted yet. Only for the owner.
    function cancelTransferOwnership() external;

    /// @notice Reverts to reject a new token.
    /// @param labId The LabNFT token id.
    /// @param controller The holder of the lab.
    /// @param attached The existing token to attach; zero for a token that the tokenizer makes.
    function requirePermitted(uint256 labId, address controller, address attached) external view;
}
