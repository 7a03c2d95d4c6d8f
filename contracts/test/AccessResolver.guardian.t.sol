// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {IGuardedPause} from "../src/interfaces/IGuardedPause.sol";
import {LabTest} from "./LabTest.sol";

contract AccessResolverGuardianTest is LabTest {
    bytes32 private lab;

    function setUp() public override {
        super.setUp();
        (, , lab) = mintLab(alice);
    }

    function test_theGuardianStopsGrantsAndNothingElse() external {
        vm.startPrank(alice);
        resolver.grantRole(lab, bob, 2, 0, false);
        resolver.grantRole(lab, carol, 1, 0, false);
        vm.stopPrank();
        vm.prank(bob);
        resolver.grantRole(lab, outsider, 1, 0, false);
        vm.prank(guardian);
        resolver.pause();

        address[3] memory granters = [alice, bob, admin];
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(granters[i]);
            vm.expectRevert(PausableUpgradeable.EnforcedPause.selector);
            resolver.grantRole(lab, guardian, 1, 0, false);
        }
        vm.assertTrue(resolver.hasRole(lab, bob, 2));
        vm.prank(carol);
        resolver.renounceRole(lab);
        vm.assertFalse(resolver.hasRole(lab, carol, 1));
        vm.prank(bob);
        resolver.revokeRole(lab, outsider);
        vm.assertFalse(resolver.hasRole(lab, outsider, 1));
        vm.prank(alice);
        resolver.revokeAll(lab);
        vm.assertFalse(resolver.hasRole(lab, bob, 1));

        vm.prank(admin);
        resolver.unpause();
        vm.prank(alice);
        resolver.grantRole(lab, bob, 1, 0, false);
        vm.assertTrue(resolver.hasRole(lab, bob, 1));
    }

    function test_theGuardianHasNoOtherPower() external {
        vm.startPrank(guardian);
        resolver.pause();
        bytes memory refused = abi.encodeWithSelector(
            OwnableUpgradeable.OwnableUnauthorizedAccount.selector,
            guardian
        );
        vm.expectRevert(refused);
        resolver.unpause();
        vm.expectRevert(refused);
        resolver.setGuardian(outsider);
        vm.expectRevert(refused);
        resolver.upgradeToAndCall(address(this), "");
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, guardian, 2));
        resolver.revokeAll(lab);
        vm.stopPrank();
        vm.assertFalse(resolver.hasRole(lab, guardian, 1));
    }

    function test_onlyTheGuardianAndTheOwnerPause() external {
        address[3] memory refused = [alice, outsider, address(0)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(refused[i]);
            vm.expectRevert(abi.encodeWithSelector(IGuardedPause.MustGuard.selector, refused[i]));
            resolver.pause();
        }
        vm.startPrank(admin);
        resolver.setGuardian(address(0));
        vm.stopPrank();
        vm.assertEq(resolver.guardian(), address(0));
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IGuardedPause.MustGuard.selector, guardian));
        resolver.pause();
        vm.prank(admin);
        resolver.pause();
        vm.assertTrue(resolver.paused());
    }
}
