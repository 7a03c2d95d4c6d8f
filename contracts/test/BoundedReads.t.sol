// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {BoundedReads} from "../src/BoundedReads.sol";
import {Vm} from "./Vm.sol";

/// @notice Uses a share of its gas, in percent, and then returns or reverts with two words.
contract UsesGas {
    function use(uint256 percent, bool succeeds) external view returns (uint256, uint256) {
        uint256 left = (gasleft() * (100 - percent)) / 100;
        while (gasleft() > left) {}
        if (succeeds) return (1, 2);
        assembly ("memory-safe") {
            mstore(0, 3)
            mstore(0x20, 4)
            revert(0, 0x40)
        }
    }
}

/// @notice Returns the gas it was called with, less what it took to read it, and then as many bytes as it was called with.
contract ReturnsGas {
    fallback() external {
        assembly ("memory-safe") {
            mstore(0, gas())
            return(0, add(0x20, calldatasize()))
        }
    }
}

contract BoundedReadsTest {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant GAS = 200_000;

    UsesGas private target;
    ReturnsGas private returnsGas;

    function setUp() external {
        target = new UsesGas();
        returnsGas = new ReturnsGas();
    }

    function test_readsAreAnsweredInOrderWithTheBlock() external {
        vm.warp(1_800_000_000);
        (uint256 number, uint256 timestamp, BoundedReads.Result[] memory results) = _run(_reads(1, true, 2, true), 64);
        vm.assertEq(number, block.number);
        vm.assertEq(timestamp, 1_800_000_000);
        vm.assertEq(results.length, 2);
        for (uint256 i = 0; i < 2; ++i) {
            vm.assertTrue(results[i].success);
            vm.assertEq(results[i].size, 64);
            vm.assertEq(results[i].data, abi.encode(1, 2));
        }
        vm.assertTrue(results[0].gasUsed > GAS / 100);
        vm.assertTrue(results[1].gasUsed > GAS / 51);
        vm.assertTrue(results[1].gasUsed < GAS / 20);
    }

    function test_ofALongAnswerTheFirstBytesAreKept() external {
        (, , BoundedReads.Result[] memory results) = _run(_reads(1, true, 1, true), 40);
        vm.assertEq(results[0].size, 64);
        vm.assertEq(results[0].data, abi.encodePacked(uint256(1), uint64(0)));
        (, , results) = _run(_reads(1, true, 1, true), 100);
        vm.assertEq(results[0].data, abi.encode(1, 2));
    }

    function test_afterAFailureNoReadRuns() external {
        (, , BoundedReads.Result[] memory results) = _run(_reads(1, false, 1, true), 64);
        vm.assertFalse(results[0].success);
        vm.assertEq(results[0].data, abi.encode(3, 4));
        _assertNotRun(results[1]);
    }

    function test_afterThreeQuartersOfItsGasNoReadRuns() external {
        (, , BoundedReads.Result[] memory results) = _run(_reads(77, true, 1, true), 64);
        vm.assertTrue(results[0].success);
        _assertNotRun(results[1]);
        (, , results) = _run(_reads(70, true, 1, true), 64);
        vm.assertTrue(results[1].success);
    }

    /// @dev A call gets at most 63/64 of the gas, so less than the limit says nothing about the contract.
    function test_withLessGasThanAReadMayUseNothingIsAnswered() external {
        BoundedReads.Read[] memory reads = _reads(1, true, 1, true);
        reads[0].gasLimit = 3_000_000;
        vm.assertTrue(_succeedsWith(reads, 5_000_000));
        for (uint256 gasLimit = 1_500_000; gasLimit < 3_040_000; gasLimit += 40_000) {
            vm.assertFalse(_succeedsWith(reads, gasLimit));
        }
    }

    function test_theReadsAfterOneThatUsedExactlyThreeQuartersDoNotRun() external {
        BoundedReads.Read[] memory reads = _reads(1, true, 1, true);
        reads[0].target = address(returnsGas);
        reads[0].data = "";
        // The first read of a contract costs more.
        _run(reads, 64);
        uint256 used = 0;
        // The price of memory is quadratic, so one of these sizes costs a multiple of three.
        for (uint256 size = 0; used == 0 || used % 3 != 0; size += 512) {
            vm.assertTrue(size < 512 * 20);
            reads[0].data = new bytes(size);
            (, , BoundedReads.Result[] memory measured) = _run(reads, 64);
            used = measured[0].gasUsed;
            vm.assertTrue(measured[1].success);
        }
        reads[0].gasLimit = (used / 3) * 4;
        (, , BoundedReads.Result[] memory results) = _run(reads, 64);
        vm.assertTrue(results[0].success);
        vm.assertEq(results[0].gasUsed, used);
        _assertNotRun(results[1]);
        reads[0].gasLimit += 1;
        (, , results) = _run(reads, 64);
        vm.assertTrue(results[1].success);
    }

    /// @dev A large limit, so that 1/64 of it is more than what the constructor keeps for itself. The target is read for the
    /// first time, which costs more.
    function test_aReadGetsItsWholeLimitOrNothingIsAnswered() external {
        BoundedReads.Read[] memory reads = new BoundedReads.Read[](1);
        reads[0] = BoundedReads.Read(address(returnsGas), 100_000_000, "");
        (uint256 refused, uint256 first) = (0, 0);
        for (uint256 gasLimit = 103_100_000; gasLimit < 103_300_000 && first == 0; gasLimit += 2_000) {
            try this.code{gas: gasLimit}(reads) returns (bytes memory answer) {
                first = _gasOf(answer);
            } catch (bytes memory reason) {
                vm.assertEq(bytes32(reason), bytes32(BoundedReads.NotEnoughGas.selector));
                ++refused;
            }
        }
        vm.assertTrue(refused > 10);
        vm.assertEq(first, _gasOf(this.code(reads)));
    }

    function _gasOf(bytes memory answer) private pure returns (uint256) {
        (, , BoundedReads.Result[] memory results) = abi.decode(answer, (uint256, uint256, BoundedReads.Result[]));
        return abi.decode(results[0].data, (uint256));
    }

    function code(BoundedReads.Read[] calldata reads) external returns (bytes memory) {
        return address(new BoundedReads(reads, 64)).code;
    }

    function run(BoundedReads.Read[] calldata reads) external {
        new BoundedReads(reads, 64);
    }

    function _succeedsWith(BoundedReads.Read[] memory reads, uint256 gasLimit) private returns (bool) {
        try this.run{gas: gasLimit}(reads) {
            return true;
        } catch (bytes memory reason) {
            vm.assertEq(bytes32(reason), bytes32(BoundedReads.NotEnoughGas.selector));
            return false;
        }
    }

    /// @dev What the constructor returns becomes the code.
    function _run(
        BoundedReads.Read[] memory reads,
        uint256 maxBytes
    ) private returns (uint256, uint256, BoundedReads.Result[] memory) {
        bytes memory answer = address(new BoundedReads(reads, maxBytes)).code;
        return abi.decode(answer, (uint256, uint256, BoundedReads.Result[]));
    }

    function _reads(
        uint256 firstPercent,
        bool firstSucceeds,
        uint256 secondPercent,
        bool secondSucceeds
    ) private view returns (BoundedReads.Read[] memory reads) {
        reads = new BoundedReads.Read[](2);
        reads[0] = _read(firstPercent, firstSucceeds);
        reads[1] = _read(secondPercent, secondSucceeds);
    }

    function _read(uint256 percent, bool succeeds) private view returns (BoundedReads.Read memory) {
        return BoundedReads.Read(address(target), GAS, abi.encodeCall(UsesGas.use, (percent, succeeds)));
    }

    function _assertNotRun(BoundedReads.Result memory result) private pure {
        vm.assertFalse(result.success);
        vm.assertEq(result.gasUsed, 0);
        vm.assertEq(result.size, 0);
        vm.assertEq(result.data, "");
    }
}
