// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IRecordAnchor} from "./interfaces/IRecordAnchor.sol";

/// @title RecordAnchor
/// @notice Not upgradeable. Neither owner nor writer can change a root. The newest `HISTORY` roots of a log can be read; older ones stay in
/// the events.
contract RecordAnchor is IRecordAnchor, Ownable2Step {
    struct Log {
        bytes32 key;
        uint256 count;
        /// Root `number` is at `number % HISTORY`.
        mapping(uint256 place => Anchored) roots;
    }

    /// @inheritdoc IRecordAnchor
    uint256 public constant HISTORY = 64;

    /// @inheritdoc IRecordAnchor
    address public writer;

    mapping(bytes32 originHash => Log) private logs;

    /// @param initialOwner Sets keys and writer. There are none before.
    constructor(address initialOwner) Ownable(initialOwner) {}

    /// @inheritdoc IRecordAnchor
    function setKey(string calldata origin, bytes32 key) external onlyOwner {
        uint256 length = bytes(origin).length;
        if (length == 0 || length > type(uint8).max) revert InvalidOrigin();
        if (key == 0) revert ZeroValue();
        bytes32 originHash = keccak256(bytes(origin));
        logs[originHash].key = key;
        emit KeySet(originHash, origin, key);
    }

    /// @inheritdoc IRecordAnchor
    function setWriter(address newWriter) external onlyOwner {
        writer = newWriter;
        emit WriterSet(newWriter);
    }

    /// @inheritdoc IRecordAnchor
    function anchor(bytes32 originHash, uint64 size, bytes32 root) external {
        if (msg.sender != writer) revert NotWriter(msg.sender);
        Log storage log = logs[originHash];
        if (log.key == 0) revert UnknownLog(originHash);
        if (root == 0) revert ZeroValue();
        uint64 newest = newestOf(originHash).size;
        if (size <= newest) revert SizeNotLarger(size, newest);
        uint256 number = log.count++;
        log.roots[number % HISTORY] = Anchored(size, uint64(block.timestamp), root);
        emit RootAnchored(originHash, size, root, number);
    }

    /// @inheritdoc IRecordAnchor
    function rootAt(bytes32 originHash, uint256 number) external view returns (Anchored memory) {
        uint256 count = logs[originHash].count;
        if (number >= count || count - number > HISTORY) revert NotStored(number);
        return logs[originHash].roots[number % HISTORY];
    }

    /// @inheritdoc IRecordAnchor
    function countOf(bytes32 originHash) external view returns (uint256) {
        return logs[originHash].count;
    }

    /// @inheritdoc IRecordAnchor
    function keyOf(bytes32 originHash) external view returns (bytes32) {
        return logs[originHash].key;
    }

    /// @inheritdoc IRecordAnchor
    function newestOf(bytes32 originHash) public view returns (Anchored memory newest) {
        uint256 count = logs[originHash].count;
        if (count != 0) newest = logs[originHash].roots[(count - 1) % HISTORY];
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override(Ownable) {
        revert RenounceOwnershipDisabled();
    }
}
