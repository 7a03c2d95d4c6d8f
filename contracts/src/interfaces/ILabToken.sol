// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Token of a lab
interface ILabToken {
    /// @param labId The LabNFT token id.
    /// @param originalOwner Holder of the lab when the token was created.
    /// @param s3Key Storage key of the membership agreement.
    /// @param contentHash The SHA-256 hash of the agreement.
    struct Metadata {
        uint256 labId;
        address originalOwner;
        string s3Key;
        bytes32 contentHash;
    }

    /// @notice Issuance ended at `atSupply`, the total issued supply.
    event Capped(uint256 atSupply);

    /// @notice The token is capped.
    error TokenCapped();

    /// @notice The caller is neither the tokenizer nor the lab's controller.
    error MustControlLab();

    /// @notice The lab cannot change the supply of a wrapped token.
    error WrappedTokenIsReadOnly();

    /// @notice Mints `amount` (10^-18) to `receiver`. Only for the lab's current controller, directly or through the
    /// tokenizer, until capped: fails with `MustControlLab` or `TokenCapped`.
    function issue(address receiver, uint256 amount) external;

    /// @notice Ends issuance permanently. Only for the lab's current controller, directly or through the tokenizer: fails
    /// with `MustControlLab`. A repeated call does nothing.
    function cap() external;

    /// @notice Total issued supply in the smallest unit, including burned tokens.
    function totalIssued() external view returns (uint256);

    /// @notice Whether issuance has ended.
    function capped() external view returns (bool);

    /// @notice Token id of the lab.
    function labId() external view returns (uint256);

    /// @notice What the token was created with. Never changes.
    function metadata() external view returns (Metadata memory);

    /// @notice A `data:` URL of JSON that describes the token.
    function uri() external view returns (string memory);
}
