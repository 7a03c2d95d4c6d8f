// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Several reads of one block, each with its own gas limit
/// @notice Never deployed. An `eth_call` without a recipient runs it as init code, and the constructor returns
/// `abi.encode(block.number, block.timestamp, results)`. Each result contains the gas it used, which shows whether the
/// contract returned or ran out of gas. After a read that failed or used three quarters of its gas, the rest are not
/// run and count as failed, so that several reads of an expensive contract cost as much as one.
contract BoundedReads {
    struct Read {
        address target;
        /// Gas limit of the call.
        uint256 gasLimit;
        bytes data;
    }

    struct Result {
        bool success;
        uint256 gasUsed;
        /// Size of the returned data; `data` has the first `maxBytes` bytes.
        uint256 size;
        bytes data;
    }

    /// @notice The gas is less than the limits of the reads, so a result could be wrong.
    error NotEnoughGas();

    constructor(Read[] memory reads, uint256 maxBytes) {
        Result[] memory results = new Result[](reads.length);
        for (uint256 i = 0; i < reads.length; ++i) {
            results[i] = _read(reads[i], maxBytes);
            if (!results[i].success || results[i].gasUsed * 4 >= reads[i].gasLimit * 3) break;
        }
        bytes memory answer = abi.encode(block.number, block.timestamp, results);
        assembly ("memory-safe") {
            return(add(answer, 0x20), mload(answer))
        }
    }

    function _read(Read memory read, uint256 maxBytes) private view returns (Result memory result) {
        (address target, uint256 gasLimit, bytes memory data) = (read.target, read.gasLimit, read.data);
        // A call gets at most 63/64 of the remaining gas, silently less than its limit (EIP-150).
        uint256 before = gasleft();
        if (before - before / 64 < gasLimit + 10_000) revert NotEnoughGas();
        bool success;
        uint256 size;
        assembly ("memory-safe") {
            success := staticcall(gasLimit, target, add(data, 0x20), mload(data), 0, 0)
            size := returndatasize()
        }
        result.gasUsed = before - gasleft();
        result.success = success;
        result.size = size;
        bytes memory answer = new bytes(size > maxBytes ? maxBytes : size);
        assembly ("memory-safe") {
            returndatacopy(add(answer, 0x20), 0, mload(answer))
        }
        result.data = answer;
    }
}
