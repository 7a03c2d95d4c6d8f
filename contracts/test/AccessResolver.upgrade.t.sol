// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {AccessResolver} from "../src/AccessResolver.sol";
import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {LabTest} from "./LabTest.sol";

contract NextAccessResolver is AccessResolver {
    constructor(ILabNFT labNft_) AccessResolver(labNft_) {}

    function generation() external pure returns (uint256) {
        return 2;
    }
}

contract AccessResolverUpgradeTest is LabTest {
    function test_theOwnerUpgradesAndGrantsSurvive() external {
        (, , bytes32 lab) = mintLab(alice);
        vm.prank(alice);
        resolver.grantRole(lab, bob, 2, 0, true);
        address next = address(new NextAccessResolver(labNft));
        vm.prank(admin);
        resolver.upgradeToAndCall(next, "");
        vm.assertEq(NextAccessResolver(address(resolver)).generation(), 2);
        vm.assertTrue(resolver.hasRole(lab, bob, 2));
        vm.assertEq(resolver.owner(), admin);
    }

    function test_nobodyElseUpgrades() external {
        address next = address(new NextAccessResolver(labNft));
        vm.prank(outsider);
        vm.expectRevert(abi.encodeWithSelector(OwnableUpgradeable.OwnableUnauthorizedAccount.selector, outsider));
        resolver.upgradeToAndCall(next, "");
    }

    function test_itIsInitializedOnceAndTheImplementationNever() external {
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        resolver.initialize(outsider);
        AccessResolver code = new AccessResolver(labNft);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        code.initialize(outsider);
    }

    function test_ownershipMovesInTwoStepsAndIsNeverGivenUp() external {
        vm.startPrank(admin);
        resolver.transferOwnership(bob);
        vm.expectRevert(IAccessResolver.RenounceOwnershipDisabled.selector);
        resolver.renounceOwnership();
        vm.stopPrank();
        vm.assertEq(resolver.owner(), admin);
        vm.prank(bob);
        resolver.acceptOwnership();
        vm.assertEq(resolver.owner(), bob);
    }

    function test_theConstructorRefusesAMissingCollection() external {
        vm.expectRevert(IAccessResolver.ZeroAddress.selector);
        new AccessResolver(ILabNFT(address(0)));
    }
}
