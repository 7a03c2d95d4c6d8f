// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {GuardedPause} from "../src/GuardedPause.sol";
import {IDidRegistry} from "../src/interfaces/IDidRegistry.sol";
import {IGuardedPause} from "../src/interfaces/IGuardedPause.sol";
import {OclTokenizer} from "../src/OclTokenizer.sol";
import {OclTokenizerPolicy} from "../src/OclTokenizerPolicy.sol";
import {DidRegistryTest} from "./DidRegistryTest.sol";

/// @notice The same rules for the three contracts with a guardian.
contract GuardedPauseTest is DidRegistryTest {
    GuardedPause[3] private guarded;
    uint48 private start;

    function setUp() public override {
        super.setUp();
        OclTokenizer tokenizer = new OclTokenizer(labNft, address(new OclTokenizerPolicy()), admin, guardian);
        guarded = [GuardedPause(resolver), GuardedPause(address(tokenizer.policy())), GuardedPause(registry)];
        start = uint48(block.timestamp);
    }

    function test_aPauseOfTheGuardianEndsByItselfAfterSevenDays() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectEmit(true, true, true, true, address(guarded[i]));
            emit PausableUpgradeable.Paused(guardian);
            vm.expectEmit(true, true, true, true, address(guarded[i]));
            emit IGuardedPause.PauseEnds(start + 7 days);
            _pause(guardian, i);
            _assertPaused(i, start + 7 days);
        }
        vm.warp(start + 7 days - 1);
        for (uint256 i = 0; i < 3; ++i) _assertPaused(i, start + 7 days);
        vm.warp(start + 7 days);
        for (uint256 i = 0; i < 3; ++i) {
            _assertNotPaused(i);
            vm.prank(admin);
            vm.expectRevert(PausableUpgradeable.ExpectedPause.selector);
            guarded[i].unpause();
        }
    }

    function test_theSameGuardianDoesNotPauseAgainBefore30DaysHavePassed() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.warp(start);
            _pause(guardian, i);
            vm.assertEq(uint256(guarded[i].mayPauseFrom(guardian)), start + 30 days);
            // Neither while the pause runs, nor after its end, nor after the owner ended it.
            _refusesToPause(guardian, i, start + 30 days);
            vm.prank(admin);
            guarded[i].unpause();
            _refusesToPause(guardian, i, start + 30 days);
            vm.warp(start + 30 days - 1);
            _refusesToPause(guardian, i, start + 30 days);
            vm.warp(start + 30 days);
            _pause(guardian, i);
            _assertPaused(i, start + 37 days);
        }
    }

    /// @notice Leaving and coming back does not shorten the time.
    function test_aGuardianWhoComesBackHasPausedBefore() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.warp(start);
            _pause(guardian, i);
            vm.startPrank(admin);
            guarded[i].unpause();
            guarded[i].setGuardian(bob);
            vm.stopPrank();
            vm.prank(guardian);
            vm.expectRevert(abi.encodeWithSelector(IGuardedPause.MustGuard.selector, guardian));
            guarded[i].pause();
            _pause(bob, i);
            _assertPaused(i, start + 7 days);
            vm.startPrank(admin);
            guarded[i].unpause();
            guarded[i].setGuardian(guardian);
            vm.stopPrank();
            _refusesToPause(guardian, i, start + 30 days);
        }
    }

    /// @notice In any year a guardian alone stops a contract for less than a quarter of the time.
    function testFuzz_noGuardianPausesWithoutEnd(uint32[24] memory waits) external {
        uint256 paused = 0;
        for (uint256 i = 0; i < waits.length; ++i) {
            vm.prank(guardian);
            try resolver.pause() {} catch {}
            uint256 wait = waits[i] % 20 days;
            uint256 until = resolver.pausedUntil();
            if (until != 0) paused += until - block.timestamp < wait ? until - block.timestamp : wait;
            vm.warp(block.timestamp + wait);
        }
        vm.assertTrue(paused <= ((block.timestamp - start) / 30 days + 1) * 7 days);
    }

    function test_theOwnerPausesWithoutEndAndUnpausesAtAnyTime() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.warp(start);
            vm.expectEmit(true, true, true, true, address(guarded[i]));
            emit IGuardedPause.PauseEnds(0);
            _pause(admin, i);
            _assertPaused(i, 0);
            vm.warp(start + 1_000 days);
            _assertPaused(i, 0);
            vm.prank(admin);
            vm.expectRevert(PausableUpgradeable.EnforcedPause.selector);
            guarded[i].pause();
            vm.prank(guardian);
            vm.expectRevert(PausableUpgradeable.EnforcedPause.selector);
            guarded[i].pause();
            vm.assertEq(uint256(guarded[i].mayPauseFrom(guardian)), 0);
            vm.prank(admin);
            guarded[i].unpause();
            _assertNotPaused(i);
            vm.assertEq(uint256(guarded[i].mayPauseFrom(admin)), 0);
        }
    }

    function test_theOwnerTakesOverAPauseOfTheGuardian() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.warp(start);
            _pause(guardian, i);
            vm.recordLogs();
            _pause(admin, i);
            vm.assertEq(vm.getRecordedLogs().length, 1);
            _assertPaused(i, 0);
            vm.warp(start + 8 days);
            _assertPaused(i, 0);
            vm.prank(admin);
            guarded[i].unpause();
            _assertNotPaused(i);
        }
    }

    function test_aPauseAfterOneThatEndedByItselfIsAWholePause() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.warp(start);
            _pause(guardian, i);
            vm.warp(start + 8 days);
            _pause(admin, i);
            _assertPaused(i, 0);
            vm.prank(admin);
            guarded[i].unpause();
            vm.warp(start + 31 days);
            _pause(guardian, i);
            _assertPaused(i, start + 38 days);
        }
    }

    function test_anOwnerWhoIsGuardianTooPausesAsTheOwner() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(admin);
            guarded[i].setGuardian(admin);
            _pause(admin, i);
            _assertPaused(i, 0);
            vm.assertEq(uint256(guarded[i].mayPauseFrom(admin)), 0);
        }
    }

    function test_onlyTheOwnerNamesTheGuardianAndUnpauses() external {
        address[3] memory others = [guardian, alice, relayer];
        for (uint256 i = 0; i < 3; ++i) {
            _pause(guardian, i);
            for (uint256 j = 0; j < 3; ++j) {
                bytes memory refused = abi.encodeWithSelector(
                    OwnableUpgradeable.OwnableUnauthorizedAccount.selector,
                    others[j]
                );
                vm.prank(others[j], admin);
                vm.expectRevert(refused);
                guarded[i].unpause();
                vm.prank(others[j], admin);
                vm.expectRevert(refused);
                guarded[i].setGuardian(others[j]);
            }
            vm.expectEmit(true, true, true, true, address(guarded[i]));
            emit IGuardedPause.GuardianUpdated(bob);
            vm.prank(admin);
            guarded[i].setGuardian(bob);
            vm.assertEq(guarded[i].guardian(), bob);
            // The pause of the former guardian goes on.
            _assertPaused(i, start + 7 days);
        }
    }

    function test_whoSentTheTransactionPausesNothing() external {
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(outsider, guardian);
            vm.expectRevert(abi.encodeWithSelector(IGuardedPause.MustGuard.selector, outsider));
            guarded[i].pause();
        }
    }

    /// @notice With the keys of both attesters and the relayer stolen, nothing is linked from the next block on.
    function test_theGuardianStopsTheLinkingOfDidsAtOnce() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        Batch memory next = batchOf(newRequest(ACCOUNT, "did:odf:next", "b"));
        send(batch);
        _pause(guardian, 2);
        expectRefusal(next, abi.encodeWithSelector(PausableUpgradeable.EnforcedPause.selector));
        vm.assertEq(active(ACCOUNT), DID);
        // What is linked goes on to be read, and the owner goes on to repair.
        vm.startPrank(admin);
        registry.setAttesters(alice, bob);
        registry.setRelayer(carol);
        registry.deactivateDid(lab, PROVIDER, ACCOUNT);
        vm.stopPrank();
        vm.assertEq(active(ACCOUNT), "");
        vm.warp(start + 7 days);
        bytes memory late = abi.encodeWithSelector(IDidRegistry.RequestExpired.selector, next.requests[0].deadline);
        vm.prank(admin);
        registry.setRelayer(relayer);
        expectRefusal(next, late);
    }

    /// @dev Later versions look for guardian and end in the ERC-7201 slot of labroom.storage.GuardedPause.
    function test_everythingIsWhereLaterVersionsLook() external {
        bytes32 slot = keccak256(abi.encode(uint256(keccak256("labroom.storage.GuardedPause")) - 1)) &
            ~bytes32(uint256(0xff));
        for (uint256 i = 0; i < 3; ++i) {
            _pause(guardian, i);
            uint256 word = uint256(vm.load(address(guarded[i]), slot));
            vm.assertEq(word, (uint256(start + 7 days) << 160) | uint160(guardian));
        }
    }

    function test_anInitializerSetsOwnerAndGuardian() external {
        address code = address(new OclTokenizerPolicy());
        OclTokenizerPolicy fresh = OclTokenizerPolicy(
            address(new ERC1967Proxy(code, abi.encodeCall(OclTokenizerPolicy.initialize, (bob, carol))))
        );
        vm.assertEq(fresh.owner(), bob);
        vm.assertEq(fresh.guardian(), carol);
        vm.assertFalse(fresh.paused());
    }

    function _pause(address by, uint256 i) private {
        vm.prank(by);
        guarded[i].pause();
    }

    function _refusesToPause(address by, uint256 i, uint48 from) private {
        vm.prank(by);
        vm.expectRevert(abi.encodeWithSelector(IGuardedPause.GuardianMustWait.selector, from));
        guarded[i].pause();
    }

    function _assertPaused(uint256 i, uint48 until) private view {
        vm.assertTrue(guarded[i].paused());
        vm.assertEq(uint256(guarded[i].pausedUntil()), until);
    }

    function _assertNotPaused(uint256 i) private view {
        vm.assertFalse(guarded[i].paused());
        vm.assertEq(uint256(guarded[i].pausedUntil()), 0);
    }
}
