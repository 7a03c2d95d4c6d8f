// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title What makes a token the token of a lab
interface ILabToken {
    /// @param labId The LabNFT token id.
    /// @param originalOwner Who held the lab when the token was made.
    /// @param s3Key Where the membership agreement is kept.
    /// @param contentHash The SHA-256 hash of the agreement.
    struct Metadata {
        uint256 labId;
        address originalOwner;
        string s3Key;
        bytes32 contentHash;
    }

    /// @notice No more will ever be issued than `atSupply`, the sum of everything issued before.
    event Capped(uint256 atSupply);

    /// @notice The token is capped.
    error TokenCapped();

    /// @notice The caller is neither the tokenizer nor the lab's controller.
    error MustControlLab();

    /// @notice A wrapped token's supply is not the lab's to change.
    error WrappedTokenIsReadOnly();

    /// @notice Mints `amount` (10^-18) to `receiver`. For the tokenizer and the lab's live controller, until capped.
    function issue(address receiver, uint256 amount) external;

    /// @notice Ends issuance for ever. For the tokenizer and the lab's live controller; a second time does nothing.
    function cap() external;

    /// @notice Everything ever issued, burnt tokens included.
    function totalIssued() external view returns (uint256);

    /// @notice Whether issuance has ended.
    function capped() external view returns (bool);

    /// @notice The lab this is the token of.
    function labId() external view returns (uint256);

    function metadata() external view returns (Metadata memory);

    /// @notice A `data:` URL of JSON that describes the token.
    function uri() external view returns (string memory);
}
