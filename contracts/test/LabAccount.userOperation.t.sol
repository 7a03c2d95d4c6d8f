// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Account as ERC4337Account} from "@openzeppelin/contracts/account/Account.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {ISafe, SafeDeployment} from "./SafeDeployment.sol";
import {Vm} from "./Vm.sol";
import {Recorder} from "./actors/Recorder.sol";

interface IEntryPointHash {
    function getUserOpHash(PackedUserOperation calldata userOp) external view returns (bytes32);
}

contract LabAccountUserOperationTest is SafeDeployment {
    bytes32 private constant USER_OPERATION_EVENT =
        keccak256("UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)");

    address private immutable bundler = vm.addr(0xbd1e);
    IEntryPoint private entryPoint;
    LabAccount private account;
    uint256 private tokenId;
    Recorder private recorder;

    function setUp() public override {
        super.setUp();
        string memory artifact = vm.readFile(
            "node_modules/@account-abstraction/contracts/artifacts/EntryPoint.json"
        );
        bytes32 salt = 0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9;
        entryPoint = IEntryPoint(create2(salt, vm.parseJsonBytes(artifact, ".bytecode")));
        (account, tokenId, ) = mintLab(alice);
        recorder = new Recorder();
    }

    function test_theEntryPointIsTheCanonicalOne() external view {
        vm.assertEq(address(account.entryPoint()), 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
        vm.assertEq(address(entryPoint), address(account.entryPoint()));
    }

    function test_theHoldersOperationRuns() external {
        bool[] memory succeeded = _handle(_signed(account, address(recorder), 0, _record(7), ALICE_KEY));
        vm.assertTrue(succeeded[0]);
        vm.assertEq(recorder.caller(), address(account));
        vm.assertEq(recorder.number(), 7);
    }

    function test_aOutsidersOperationIsRefused() external {
        _expectSignatureError(_signed(account, address(recorder), 0, _record(7), 0x57));
    }

    function test_anOperationCannotBeReplayedOnAnotherAccountOfTheHolder() external {
        (LabAccount other, , ) = mintLab(alice);
        PackedUserOperation memory operation = _signed(account, address(recorder), 0, _record(7), ALICE_KEY);
        operation.sender = address(other);
        _expectSignatureError(operation);
    }

    function test_oneWhoSoldTheLabSendsNoMore() external {
        PackedUserOperation memory operation = _signed(account, address(recorder), 0, _record(7), ALICE_KEY);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        _expectSignatureError(operation);
    }

    function test_anOperationSignedBeforeASaleInTheSameBundleDoesNotRun() external {
        (LabAccount seller, , ) = mintLab(alice);
        vm.deal(address(account), 1 ether);
        vm.prank(alice);
        labNft.approve(address(seller), tokenId);
        bytes memory sale = abi.encodeCall(IERC721.transferFrom, (alice, bob, tokenId));
        PackedUserOperation[] memory operations = new PackedUserOperation[](2);
        operations[0] = _signed(seller, address(labNft), 0, sale, ALICE_KEY);
        operations[1] = _signed(account, alice, 1 ether, "", ALICE_KEY);

        bool[] memory succeeded = _handle(operations);

        vm.assertTrue(succeeded[0]);
        vm.assertFalse(succeeded[1]);
        vm.assertEq(labNft.ownerOf(tokenId), bob);
        vm.assertEq(address(account).balance, 1 ether);
    }

    function test_aFailingCallIsAFailedOperation() external {
        bytes memory refusal = abi.encodeCall(Recorder.refuse, (1));
        bool[] memory succeeded = _handle(_signed(account, address(recorder), 0, refusal, ALICE_KEY));
        vm.assertFalse(succeeded[0]);
    }

    function test_aSafeSendsForTheLabItHolds() external {
        (LabAccount held, , ) = mintLab(newSafe(alice));
        PackedUserOperation memory operation = _operation(held, address(recorder), 0, _record(9));
        bytes32 hash = IEntryPointHash(address(entryPoint)).getUserOpHash(operation);
        operation.signature = sign(ALICE_KEY, ISafe(held.owner()).getMessageHash(abi.encode(hash)));
        bool[] memory succeeded = _handle(operation);
        vm.assertTrue(succeeded[0]);
        vm.assertEq(recorder.number(), 9);
    }

    function test_onlyTheEntryPointValidates() external {
        PackedUserOperation memory operation = _operation(account, address(recorder), 0, "");
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ERC4337Account.AccountUnauthorized.selector, alice));
        account.validateUserOp(operation, bytes32(0), 0);
    }

    function _record(uint256 number) private pure returns (bytes memory) {
        return abi.encodeCall(Recorder.record, (number));
    }

    function _operation(
        LabAccount sender,
        address to,
        uint256 value,
        bytes memory data
    ) private view returns (PackedUserOperation memory operation) {
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
    ) private view returns (PackedUserOperation memory operation) {
        operation = _operation(sender, to, value, data);
        operation.signature = sign(key, IEntryPointHash(address(entryPoint)).getUserOpHash(operation));
    }

    function _expectSignatureError(PackedUserOperation memory operation) private {
        PackedUserOperation[] memory operations = new PackedUserOperation[](1);
        operations[0] = operation;
        vm.prank(bundler, bundler);
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, "AA24 signature error"));
        entryPoint.handleOps(operations, payable(bundler));
    }

    function _handle(PackedUserOperation memory operation) private returns (bool[] memory) {
        PackedUserOperation[] memory operations = new PackedUserOperation[](1);
        operations[0] = operation;
        return _handle(operations);
    }

    /// @dev Whether each operation succeeded, from the entry point's events: the bundle succeeds in any case.
    function _handle(PackedUserOperation[] memory operations) private returns (bool[] memory succeeded) {
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
