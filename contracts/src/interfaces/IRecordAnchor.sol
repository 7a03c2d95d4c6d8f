// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Anchor of a transparency log
/// @notice Stores the public key of a log and the newest of its signed roots, so that a history that was rewritten and signed
/// anew contradicts the chain. The chain checks no signature of the log: Ed25519 is not available there, and whoever
/// holds a checkpoint checks it. A writer can anchor a false root, which proves the falsification; it cannot take one back.
interface IRecordAnchor {
    /// @param size Number of entries of the log.
    /// @param time When it was anchored, in seconds since 1970.
    /// @param root Root of the Merkle tree of these entries (RFC 6962, SHA-256).
    struct Anchored {
        uint64 size;
        uint64 time;
        bytes32 root;
    }

    /// @notice A log has its first key, or another one. `originHash` is the keccak256 hash of the origin.
    event KeySet(bytes32 indexed originHash, string origin, bytes32 key);

    /// @param number Of the anchored roots of this log, from 0 on.
    event RootAnchored(bytes32 indexed originHash, uint64 indexed size, bytes32 root, uint256 number);

    event WriterSet(address indexed writer);

    /// @notice Only the writer anchors.
    error NotWriter(address caller);

    /// @notice The log has no key.
    error UnknownLog(bytes32 originHash);

    /// @notice A log only grows.
    error SizeNotLarger(uint64 size, uint64 newest);

    /// @notice An origin has 1 to 255 bytes.
    error InvalidOrigin();

    /// @notice A key or a root is never zero.
    error ZeroValue();

    /// @notice Root `number` is not stored: it was replaced, or is not anchored yet.
    error NotStored(uint256 number);

    /// @notice Renouncing the ownership would end the exchange of a lost writer.
    error RenounceOwnershipDisabled();

    /// @notice Sets the Ed25519 public key of a log, which makes it known. Only for the owner. Roots stay.
    /// @param origin Name of the log in its checkpoints, e.g. `labroom.example/record`.
    function setKey(string calldata origin, bytes32 key) external;

    /// @notice Sets who anchors; zero for nobody. Only for the owner.
    function setWriter(address newWriter) external;

    /// @notice Stores the root of a log. Only for the writer. The size must be larger than that of the newest root.
    function anchor(bytes32 originHash, uint64 size, bytes32 root) external;

    /// @notice The newest root; zeros before the first.
    function newestOf(bytes32 originHash) external view returns (Anchored memory);

    /// @notice Root `number`, counted from 0. Only the newest `HISTORY` are stored; the others are in the events.
    function rootAt(bytes32 originHash, uint256 number) external view returns (Anchored memory);

    /// @notice How many roots of the log were anchored.
    function countOf(bytes32 originHash) external view returns (uint256);

    /// @notice The key of a log; zero for an unknown one.
    function keyOf(bytes32 originHash) external view returns (bytes32);

    /// @notice Who anchors; zero for nobody, as after the deployment.
    function writer() external view returns (address);

    /// @notice How many roots of a log are stored.
    function HISTORY() external view returns (uint256);
}
