// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {DevStablecoin} from "../src/DevStablecoin.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {ILabAccount} from "../src/interfaces/ILabAccount.sol";
import {EntryPointTest} from "./EntryPointTest.sol";

/// @notice What a buyer of a lab can rely on: `state`, and the lock.
contract LabAccountLockTest is EntryPointTest {
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    LabAccount private account;
    uint256 private tokenId;
    uint256 private start;

    function setUp() public override {
        super.setUp();
        vm.chainId(31337);
        (account, tokenId, ) = mintLab(alice);
        vm.deal(address(account), 10 ether);
        start = block.timestamp;
    }

    function test_anOperationWithoutCallDataMovesTheState() external {
        uint256 before = account.state();
        _handle(_drain());
        vm.assertTrue(address(account).balance < 0.2 ether);
        vm.assertTrue(account.state() != before);
    }

    function test_aFailingOperationMovesTheState() external {
        uint256 before = account.state();
        bool[] memory succeeded = _handle(_signed(account, address(this), 0, hex"deadbeef", ALICE_KEY));
        vm.assertFalse(succeeded[0]);
        vm.assertTrue(account.state() != before);
    }

    function testFuzz_stateNeverReturnsToAnEarlierValue(uint8 actions) external {
        uint256 previous = account.state();
        for (uint256 i = 0; i < 8; ++i) {
            if ((actions >> i) & 1 == 0) {
                vm.prank(alice);
                account.execute(bob, 1, "", 0);
            } else {
                _handle(_signed(account, bob, 1, "", ALICE_KEY));
            }
            vm.assertTrue(account.state() > previous);
            previous = account.state();
        }
        _lock(start + 1 days);
        vm.assertTrue(account.state() > previous);
    }

    function test_onlyWhatTheAccountDoesMovesTheState() external {
        uint256 before = account.state();
        vm.deal(bob, 1 ether);
        vm.prank(bob);
        (bool ok, ) = address(account).call{value: 1 ether}("");
        vm.assertTrue(ok);
        vm.prank(outsider);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, outsider));
        account.execute(bob, 1, "", 0);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        vm.assertEq(account.state(), before);
    }

    /// @dev What `state` does not show and a lock does not stop, as the interface says.
    function test_anAllowanceFromBeforeIsUsedWithoutChangingTheState() external {
        address[] memory holders = new address[](1);
        holders[0] = address(account);
        DevStablecoin coin = new DevStablecoin(holders, 100);
        vm.prank(alice);
        account.execute(address(coin), 0, abi.encodeCall(coin.approve, (alice, 100)), 0);
        _lock(start + 1 days);
        uint256 before = account.state();
        vm.prank(alice);
        coin.transferFrom(address(account), alice, 100);
        vm.assertEq(account.state(), before);
        vm.assertEq(coin.balanceOf(alice), 100);
    }

    function testFuzz_executionStopsUntilTheEndOfTheLock(uint256 duration, uint256 later) external {
        duration = 1 + (duration % 30 days);
        later %= duration;
        _lock(start + duration);
        vm.warp(start + later);
        vm.assertTrue(account.isLocked());
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.AccountLocked.selector, start + duration));
        account.execute(bob, 1 ether, "", 0);

        vm.warp(start + duration);
        vm.assertFalse(account.isLocked());
        vm.prank(alice);
        account.execute(bob, 1 ether, "", 0);
        vm.assertEq(bob.balance, 1 ether);
    }

    function testFuzz_userOperationsStopUntilTheEndOfTheLock(uint256 duration, uint256 later) external {
        duration = 1 + (duration % 30 days);
        later %= duration;
        PackedUserOperation memory call = _signed(account, bob, 1 ether, "", ALICE_KEY);
        PackedUserOperation memory drain = _drain();
        _lock(start + duration);
        vm.warp(start + later);
        uint256 state = account.state();
        _expectRejection(call, "AA22 expired or not due");
        _expectRejection(drain, "AA22 expired or not due");
        vm.assertEq(account.state(), state);
        vm.assertEq(address(account).balance, 10 ether);

        vm.warp(start + duration);
        vm.assertTrue(_handle(call)[0]);
        vm.assertEq(bob.balance, 1 ether);
    }

    function test_theFirstSecondOfAnOperationIsTheEndOfTheLock() external {
        PackedUserOperation memory call = _signed(account, bob, 1 ether, "", ALICE_KEY);
        bytes32 hash = _hash(call);
        vm.prank(address(entryPoint));
        vm.assertEq(account.validateUserOp(call, hash, 0), 0);
        _lock(start + 1 days);
        vm.warp(start + 1 days - 1);
        _expectRejection(call, "AA22 expired or not due");
        vm.warp(start + 1 days);
        vm.assertTrue(_handle(call)[0]);
    }

    function test_anOperationBehindALockInTheSameBundleDoesNotRun() external {
        PackedUserOperation[] memory operations = new PackedUserOperation[](2);
        operations[0] = _operation(account, bob, 0, "");
        operations[0].callData = abi.encodeCall(ILabAccount.lock, (start + 1 days));
        operations[0] = _signed(operations[0], ALICE_KEY);
        operations[1] = _operation(account, bob, 1 ether, "");
        operations[1].nonce = entryPoint.getNonce(address(account), 1);
        operations[1] = _signed(operations[1], ALICE_KEY);
        bool[] memory succeeded = _handle(operations);
        vm.assertTrue(succeeded[0]);
        vm.assertFalse(succeeded[1]);
        vm.assertEq(account.lockedUntil(), start + 1 days);
        vm.assertEq(address(account).balance, 10 ether);
    }

    function test_signaturesAreInvalidUntilTheEndOfTheLock() external {
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(bytes("order"));
        bytes memory signature = sign(ALICE_KEY, _personalSignHash("order"));
        vm.assertEq(bytes32(account.isValidSignature(hash, signature)), bytes32(bytes4(0x1626ba7e)));
        _lock(start + 1 days);
        vm.warp(start + 1 days - 1);
        vm.assertEq(bytes32(account.isValidSignature(hash, signature)), bytes32(bytes4(0xffffffff)));
        vm.assertEq(bytes32(account.isValidSigner(alice, "")), bytes32(0));
        vm.warp(start + 1 days);
        vm.assertEq(bytes32(account.isValidSignature(hash, signature)), bytes32(bytes4(0x1626ba7e)));
        vm.assertEq(bytes32(account.isValidSigner(alice, "")), bytes32(bytes4(0x523e3260)));
    }

    function test_theLockSurvivesTheSaleAndBindsTheBuyer() external {
        _lock(start + 30 days);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        vm.assertEq(account.lockedUntil(), start + 30 days);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.AccountLocked.selector, start + 30 days));
        account.execute(bob, 1 ether, "", 0);
        vm.warp(start + 30 days);
        vm.prank(bob);
        account.execute(bob, 1 ether, "", 0);
        vm.assertEq(bob.balance, 1 ether);
    }

    /// @notice Validation says when the lock ends and does not ask what time it is, as ERC-7562 demands.
    function test_validationDoesNotReadTheTime() external {
        PackedUserOperation memory operation = _signed(account, bob, 1, "", ALICE_KEY);
        bytes32 hash = _hash(operation);
        vm.prank(address(entryPoint));
        vm.assertEq(account.validateUserOp(operation, hash, 0), 0);
        _lock(start + 1 days);
        uint256 expected = (start + 1 days - 1) << 208;
        uint256[3] memory times = [start, start + 1 days, start + 1_000 days];
        for (uint256 i = 0; i < times.length; ++i) {
            vm.warp(times[i]);
            vm.prank(address(entryPoint));
            vm.assertEq(account.validateUserOp(operation, hash, 0), expected);
        }
    }

    function test_aLockIsLogged() external {
        vm.expectEmit(true, true, true, true, address(account));
        emit ILabAccount.LockUpdated(start + 1 days);
        _lock(start + 1 days);
    }

    function testFuzz_aLockIsLengthenedAndNeverShortened(uint256 first, uint256 second, uint256 later) external {
        first = 1 + (first % 30 days);
        second %= 70 days;
        later %= 30 days;
        _lock(start + first);
        vm.warp(start + later);
        bool allowed = second > first && second > later && second <= later + 30 days;
        if (!allowed) vm.expectRevert(abi.encodeWithSelector(ILabAccount.InvalidLock.selector, start + second));
        vm.prank(alice);
        account.lock(start + second);
        vm.assertEq(account.lockedUntil(), start + (allowed ? second : first));
    }

    function test_theSameLockIsNoLockAgain() external {
        _lock(start + 1 days);
        uint256 before = account.state();
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.InvalidLock.selector, start + 1 days));
        account.lock(start + 1 days);
        vm.assertEq(account.state(), before);
    }

    function test_theLongestLockIs30Days() external {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.InvalidLock.selector, start + 30 days + 1));
        account.lock(start + 30 days + 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.InvalidLock.selector, start));
        account.lock(start);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.InvalidLock.selector, type(uint256).max));
        account.lock(type(uint256).max);
        _lock(start + 30 days);
        vm.assertEq(account.lockedUntil(), start + 30 days);
    }

    function testFuzz_onlyTheHolderLocks(address caller) external {
        vm.assume(caller != alice);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, caller));
        account.lock(start + 1 days);
    }

    function test_aFormerHolderLocksNoMore() external {
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabAccount.NotAuthorized.selector, alice));
        account.lock(start + 1 days);
    }

    function _lock(uint256 until) private {
        vm.prank(alice);
        account.lock(until);
    }

    /// @dev An operation without call data whose fee takes nearly all ether of the account to the bundler.
    function _drain() private view returns (PackedUserOperation memory operation) {
        operation = _operation(account, address(0), 0, "");
        operation.callData = "";
        operation.accountGasLimits = bytes32(uint256(300_000) << 128);
        operation.preVerificationGas = 1_000_000;
        uint256 price = uint256(9.9 ether) / 1_300_000;
        operation.gasFees = bytes32((price << 128) | price);
        return _signed(operation, ALICE_KEY);
    }

    function _personalSignHash(bytes memory text) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("LabAccount"), keccak256("1"), block.chainid, address(account))
        );
        bytes memory prefixed = abi.encodePacked("\x19Ethereum Signed Message:\n", vm.toString(text.length), text);
        bytes32 structHash = keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), keccak256(prefixed)));
        return MessageHashUtils.toTypedDataHash(domain, structHash);
    }
}
