// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {ERC1967Utils} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Utils.sol";
import {AccessResolver} from "../src/AccessResolver.sol";
import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {LabNFT} from "../src/LabNFT.sol";
import {LabTest} from "./LabTest.sol";

contract NextAccessResolver is AccessResolver {
    constructor(ILabNFT labNft_) AccessResolver(labNft_) {}

    function generation() external pure returns (uint256) {
        return 2;
    }
}

/// @notice Tries to take a lab and the money of its account.
contract HostileAccessResolver is AccessResolver {
    constructor(ILabNFT labNft_) AccessResolver(labNft_) {}

    function takeLab(LabAccount account, uint256 tokenId, address to) external {
        try labNft.transferFrom(labNft.ownerOf(tokenId), to, tokenId) {} catch {}
        try account.execute(to, address(account).balance, "", 0) {} catch {}
    }
}

contract NoProxyTarget {
    ILabNFT public immutable labNft;

    constructor(ILabNFT labNft_) {
        labNft = labNft_;
    }
}

contract AccessResolverUpgradeTest is LabTest {
    function test_anUpgradeDoesNotRunTheInitializerAgain() external {
        address next = address(new NextAccessResolver(labNft));
        vm.prank(admin);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        resolver.upgradeToAndCall(next, abi.encodeCall(AccessResolver.initialize, (outsider, outsider)));
        vm.assertEq(resolver.owner(), admin);
        vm.prank(admin);
        resolver.upgradeToAndCall(next, "");
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        resolver.initialize(outsider, outsider);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        NextAccessResolver(next).initialize(outsider, outsider);
    }

    function test_codeThatCannotBeUpgradedAgainIsRefused() external {
        address next = address(new NoProxyTarget(labNft));
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(ERC1967Utils.ERC1967InvalidImplementation.selector, next));
        resolver.upgradeToAndCall(next, "");
    }

    function test_codeForAnotherCollectionIsRefused() external {
        ILabNFT other = new LabNFT(admin, address(implementation), 0, "");
        address next = address(new NextAccessResolver(other));
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.CollectionMismatch.selector, next));
        resolver.upgradeToAndCall(next, "");
    }

    function test_aHostileUpgradeTakesNeitherALabNorWhatItsAccountHolds() external {
        (LabAccount account, uint256 tokenId, ) = mintLab(alice);
        vm.deal(address(account), 1 ether);
        address hostile = address(new HostileAccessResolver(labNft));
        vm.prank(admin);
        resolver.upgradeToAndCall(hostile, "");
        HostileAccessResolver(address(resolver)).takeLab(account, tokenId, outsider);
        vm.assertEq(labNft.ownerOf(tokenId), alice);
        vm.assertEq(address(account).balance, 1 ether);
    }

    function test_revocationsGuardianAndPauseSurviveAnUpgrade() external {
        (, , bytes32 lab) = mintLab(alice);
        vm.startPrank(alice);
        resolver.grantRole(lab, bob, 2, 0, false);
        resolver.revokeAll(lab);
        vm.stopPrank();
        address next = address(new NextAccessResolver(labNft));
        vm.startPrank(admin);
        resolver.setGuardian(carol);
        resolver.pause();
        resolver.upgradeToAndCall(next, "");
        vm.stopPrank();
        vm.assertFalse(resolver.hasRole(lab, bob, 1));
        vm.assertEq(uint256(resolver.epochOf(lab)), 1);
        vm.assertEq(resolver.guardian(), carol);
        vm.assertTrue(resolver.paused());
    }

    /// @dev Later versions look for grants and epochs in the ERC-7201 slot of labroom.storage.AccessResolver.
    function test_everythingIsWhereLaterVersionsLook() external {
        uint256 slot = 0x209f5b0b6e5c8f9caed602010c4c3246f6ef0e4459a750a1bca4f606ec62bc00;
        (, , bytes32 lab) = mintLab(alice);
        vm.startPrank(alice);
        resolver.grantRole(lab, bob, 2, 0, true);
        resolver.revokeRole(lab, bob);
        resolver.grantRole(lab, bob, 2, uint64(block.timestamp) + 1, true);
        resolver.grantRole(lab, carol, 2, 0, false);
        vm.stopPrank();
        vm.prank(carol);
        resolver.grantRole(lab, outsider, 1, uint64(block.timestamp) + 1, true);
        // A revoked grant keeps its number, epoch and contributor, and nothing else.
        vm.startPrank(alice);
        resolver.revokeRole(lab, bob);
        resolver.revokeRole(lab, outsider);
        vm.stopPrank();
        bytes32 grants = keccak256(abi.encode(lab, slot));
        vm.assertEq(uint256(vm.load(address(resolver), keccak256(abi.encode(bob, grants)))), uint256(2) << 112);
        vm.assertEq(
            uint256(vm.load(address(resolver), keccak256(abi.encode(outsider, grants)))) & ((1 << 80) - 1),
            0
        );
        vm.assertEq((uint256(vm.load(address(resolver), keccak256(abi.encode(outsider, grants)))) >> 144) & 0xff, 0);
    }

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
        resolver.initialize(outsider, outsider);
        AccessResolver code = new AccessResolver(labNft);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        code.initialize(outsider, outsider);
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
