// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Account as ERC4337Account} from "@openzeppelin/contracts/account/Account.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {RelayerAccount} from "../src/RelayerAccount.sol";
import {IRelayerAccount} from "../src/interfaces/IRelayerAccount.sol";
import {LabTest} from "./LabTest.sol";
import {Recorder} from "./actors/Recorder.sol";

interface IEntryPointHash {
    function getUserOpHash(PackedUserOperation calldata userOp) external view returns (bytes32);
}

contract RelayerAccountTest is LabTest {
    address private immutable bundler = vm.addr(0xbd1e);
    uint256 private constant OWNER_KEY = 0x4e1a;
    IEntryPoint private entryPoint;
    RelayerAccount private account;
    Recorder private recorder;

    function setUp() public override {
        super.setUp();
        string memory artifact = vm.readFile("node_modules/@account-abstraction/contracts/artifacts/EntryPoint.json");
        bytes32 salt = 0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9;
        entryPoint = IEntryPoint(create2(salt, vm.parseJsonBytes(artifact, ".bytecode")));
        account = new RelayerAccount(vm.addr(OWNER_KEY));
        recorder = new Recorder();
    }

    function test_theOwnersOperationRunsWithoutDepositOrFee() external {
        _handle(_signed(_operation(0, 7), OWNER_KEY));
        vm.assertEq(recorder.caller(), address(account));
        vm.assertEq(recorder.number(), 7);
        vm.assertEq(address(account.entryPoint()), address(entryPoint));
    }

    function test_anOperationSendsEther() external {
        vm.deal(address(account), 3 ether);
        PackedUserOperation memory operation = _operation(0, 7);
        bytes memory record = abi.encodeCall(Recorder.record, (7));
        operation.callData = abi.encodeCall(RelayerAccount.execute, (address(recorder), 2 ether, record));
        _handle(_signed(operation, OWNER_KEY));
        vm.assertEq(recorder.value(), 2 ether);
        vm.assertEq(address(account).balance, 1 ether);
    }

    function test_anOwnerThatDelegatesItsKeyStaysTheOwner() external {
        vm.etch(vm.addr(OWNER_KEY), abi.encodePacked(hex"ef0100", address(recorder)));
        _handle(_signed(_operation(0, 7), OWNER_KEY));
        vm.assertEq(recorder.number(), 7);
    }

    function test_operationsOfDifferentKeysDoNotWaitForEachOther() external {
        PackedUserOperation memory second = _signed(_operation(2, 8), OWNER_KEY);
        _handle(_signed(_operation(1, 7), OWNER_KEY));
        _handle(second);
        vm.assertEq(recorder.number(), 8);
    }

    function test_anOperationRunsOnce() external {
        PackedUserOperation memory operation = _signed(_operation(1, 7), OWNER_KEY);
        _handle(operation);
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, "AA25 invalid account nonce"));
        _handle(operation);
    }

    function test_nobodyElsesOperationRuns() external {
        PackedUserOperation memory operation = _signed(_operation(0, 7), 0x57);
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, "AA24 signature error"));
        _handle(operation);
    }

    function test_onlyTheEntryPointExecutes() external {
        address[3] memory others = [vm.addr(OWNER_KEY), admin, outsider];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(ERC4337Account.AccountUnauthorized.selector, others[i]));
            account.execute(address(recorder), 0, "");
        }
    }

    /// @notice Who was only offered the account signs nothing.
    function test_anOfferedOwnerSignsNothing() external {
        vm.prank(vm.addr(OWNER_KEY));
        account.transferOwnership(alice);
        PackedUserOperation memory early = _signed(_operation(0, 7), ALICE_KEY);
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, "AA24 signature error"));
        _handle(early);
        vm.prank(alice);
        account.acceptOwnership();
        _handle(_signed(_operation(0, 8), ALICE_KEY));
        vm.assertEq(recorder.number(), 8);
    }

    function test_aNewOwnerTakesOverAndTheOldOneIsNobody() external {
        vm.prank(vm.addr(OWNER_KEY));
        account.transferOwnership(alice);
        _handle(_signed(_operation(0, 7), OWNER_KEY));
        vm.prank(alice);
        account.acceptOwnership();
        PackedUserOperation memory late = _signed(_operation(0, 9), OWNER_KEY);
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, "AA24 signature error"));
        _handle(late);
        _handle(_signed(_operation(0, 8), ALICE_KEY));
        vm.assertEq(recorder.number(), 8);
        vm.prank(alice);
        vm.expectRevert(IRelayerAccount.RenounceOwnershipDisabled.selector);
        account.renounceOwnership();
    }

    function _operation(uint192 key, uint256 number) private view returns (PackedUserOperation memory operation) {
        bytes memory call = abi.encodeCall(Recorder.record, (number));
        operation.sender = address(account);
        operation.nonce = entryPoint.getNonce(address(account), key);
        operation.callData = abi.encodeCall(RelayerAccount.execute, (address(recorder), 0, call));
        operation.accountGasLimits = bytes32((uint256(500_000) << 128) | 500_000);
    }

    function _signed(
        PackedUserOperation memory operation,
        uint256 key
    ) private view returns (PackedUserOperation memory) {
        operation.signature = sign(key, IEntryPointHash(address(entryPoint)).getUserOpHash(operation));
        return operation;
    }

    function _handle(PackedUserOperation memory operation) private {
        PackedUserOperation[] memory operations = new PackedUserOperation[](1);
        operations[0] = operation;
        vm.prank(bundler, bundler);
        entryPoint.handleOps(operations, payable(bundler));
    }
}
