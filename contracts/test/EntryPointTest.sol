// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {SafeDeployment} from "./SafeDeployment.sol";
import {Vm} from "./Vm.sol";
import {Recorder} from "./actors/Recorder.sol";

interface IEntryPointHash {
    function getUserOpHash(PackedUserOperation calldata userOp) external view returns (bytes32);
}

/// @notice The published EntryPoint v0.8, and user operations of lab accounts.
abstract contract EntryPointTest is SafeDeployment {
    bytes32 private constant USER_OPERATION_EVENT =
        keccak256("UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)");

    address internal immutable bundler = vm.addr(0xbd1e);
    IEntryPoint internal entryPoint;
    Recorder internal recorder;

    function setUp() public virtual override {
        super.setUp();
        string memory artifact = vm.readFile("node_modules/@account-abstraction/contracts/artifacts/EntryPoint.json");
        bytes32 salt = 0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9;
        entryPoint = IEntryPoint(create2(salt, vm.parseJsonBytes(artifact, ".bytecode")));
        recorder = new Recorder();
    }

    function _record(uint256 number) internal pure returns (bytes memory) {
        return abi.encodeCall(Recorder.record, (number));
    }

    function _operation(
        LabAccount sender,
        address to,
        uint256 value,
        bytes memory data
    ) internal view returns (PackedUserOperation memory operation) {
        operation.sender = address(sender);
        operation.nonce = entryPoint.getNonce(address(sender), 0);
        operation.callData = abi.encodeCall(LabAccount.execute, (to, value, data, 0));
        operation.accountGasLimits = bytes32((uint256(500_000) << 128) | 500_000);
    }

    function _signed(
        LabAccount sender,
        address to,
        uint256 value,
        bytes memory data,
        uint256 key
    ) internal view returns (PackedUserOperation memory) {
        return _signed(_operation(sender, to, value, data), key);
    }

    function _signed(
        PackedUserOperation memory operation,
        uint256 key
    ) internal view returns (PackedUserOperation memory) {
        operation.signature = sign(key, _hash(operation));
        return operation;
    }

    function _hash(PackedUserOperation memory operation) internal view returns (bytes32) {
        return IEntryPointHash(address(entryPoint)).getUserOpHash(operation);
    }

    function _expectSignatureError(PackedUserOperation memory operation) internal {
        _expectRejection(operation, "AA24 signature error");
    }

    function _expectRejection(PackedUserOperation memory operation, string memory reason) internal {
        PackedUserOperation[] memory operations = new PackedUserOperation[](1);
        operations[0] = operation;
        vm.prank(bundler, bundler);
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, reason));
        entryPoint.handleOps(operations, payable(bundler));
    }

    function _handle(PackedUserOperation memory operation) internal returns (bool[] memory) {
        PackedUserOperation[] memory operations = new PackedUserOperation[](1);
        operations[0] = operation;
        return _handle(operations);
    }

    /// @dev Whether each operation succeeded, from the entry point's events: the bundle succeeds in any case.
    function _handle(PackedUserOperation[] memory operations) internal returns (bool[] memory succeeded) {
        vm.recordLogs();
        vm.prank(bundler, bundler);
        entryPoint.handleOps(operations, payable(bundler));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        succeeded = new bool[](operations.length);
        uint256 seen = 0;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != USER_OPERATION_EVENT) continue;
            (, bool success, , ) = abi.decode(logs[i].data, (uint256, bool, uint256, uint256));
            succeeded[seen++] = success;
        }
        vm.assertEq(seen, operations.length);
    }
}
