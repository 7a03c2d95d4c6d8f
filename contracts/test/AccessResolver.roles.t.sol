// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {LabTest} from "./LabTest.sol";

contract AccessResolverRolesTest is LabTest {
    uint8 private constant VIEWER = 1;
    uint8 private constant CONTRIBUTOR = 2;

    bytes32 private lab;
    bytes32 private otherLab;
    uint256 private tokenId;
    address private account;

    function setUp() public override {
        super.setUp();
        (, tokenId, lab) = mintLab(alice);
        (, , otherLab) = mintLab(carol);
        account = labNft.accountOf(tokenId);
    }

    function test_selectorsAndTopicsAreThePublishedOnes() external pure {
        vm.assertEq(bytes32(IAccessResolver.grantRole.selector), bytes32(bytes4(0x3360f417)));
        vm.assertEq(bytes32(IAccessResolver.revokeRole.selector), bytes32(bytes4(0xd547741f)));
        vm.assertEq(bytes32(IAccessResolver.hasRole.selector), bytes32(bytes4(0x1ece65ce)));
        vm.assertEq(bytes32(IAccessResolver.isAuthorizedSignerForTba.selector), bytes32(bytes4(0xee84168b)));
        vm.assertEq(bytes32(bytes4(IAccessResolver.RoleGranted.selector)), bytes32(bytes4(0x7a097ac8)));
        vm.assertEq(bytes32(bytes4(IAccessResolver.RoleRevoked.selector)), bytes32(bytes4(0x174efb0b)));
    }

    function test_theOwnerHasEveryRoleWithoutAGrant() external view {
        vm.assertTrue(resolver.hasRole(lab, alice, VIEWER));
        vm.assertTrue(resolver.hasRole(lab, alice, CONTRIBUTOR));
        vm.assertFalse(resolver.hasRole(otherLab, alice, VIEWER));
        (uint8 role, uint64 expiry, bool isAgent) = resolver.getRole(lab, alice);
        vm.assertEq(role, 0);
        vm.assertEq(expiry, 0);
        vm.assertFalse(isAgent);
    }

    function test_ownershipGoesWithTheToken() external {
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        vm.assertFalse(resolver.hasRole(lab, alice, VIEWER));
        vm.assertTrue(resolver.hasRole(lab, bob, CONTRIBUTOR));
        _refused(alice, VIEWER);
        resolver.grantRole(lab, alice, VIEWER, 0, false);
    }

    function test_aGrantIsStoredAndAnnounced() external {
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleGranted(lab, bob, CONTRIBUTOR, 1_900_000_000, true, alice);
        vm.prank(alice);
        resolver.grantRole(lab, bob, CONTRIBUTOR, 1_900_000_000, true);
        (uint8 role, uint64 expiry, bool isAgent) = resolver.getRole(lab, bob);
        vm.assertEq(role, CONTRIBUTOR);
        vm.assertEq(expiry, 1_900_000_000);
        vm.assertTrue(isAgent);
        vm.assertTrue(resolver.hasRole(lab, bob, VIEWER));
        vm.assertTrue(resolver.hasRole(lab, bob, CONTRIBUTOR));
        vm.assertFalse(resolver.hasRole(otherLab, bob, VIEWER));
    }

    function test_aViewerIsNoContributor() external {
        _grant(alice, bob, VIEWER, 0);
        vm.assertTrue(resolver.hasRole(lab, bob, VIEWER));
        vm.assertFalse(resolver.hasRole(lab, bob, CONTRIBUTOR));
    }

    function testFuzz_aGrantIsVoidFromTheSecondOfItsExpiry(uint32 lifetime) external {
        vm.assume(lifetime > 0 && lifetime <= 36_525 days);
        uint64 expiry = uint64(block.timestamp) + lifetime;
        _grant(alice, bob, CONTRIBUTOR, expiry);
        vm.warp(expiry - 1);
        vm.assertTrue(resolver.hasRole(lab, bob, CONTRIBUTOR));
        vm.warp(expiry);
        vm.assertFalse(resolver.hasRole(lab, bob, VIEWER));
        (uint8 role, , ) = resolver.getRole(lab, bob);
        vm.assertEq(role, 0);
        _refused(bob, VIEWER);
        resolver.grantRole(lab, carol, VIEWER, 0, false);
    }

    function test_aChangeOfARoleIsLoggedWithTheNewOne() external {
        uint64 end = uint64(block.timestamp) + 1 hours;
        _grant(alice, bob, VIEWER, 0);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleGranted(lab, bob, CONTRIBUTOR, end, true, alice);
        vm.prank(alice);
        resolver.grantRole(lab, bob, CONTRIBUTOR, end, true);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleGranted(lab, bob, VIEWER, 0, false, alice);
        vm.prank(alice);
        resolver.grantRole(lab, bob, VIEWER, 0, false);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleRevoked(lab, bob, VIEWER, admin);
        vm.prank(admin);
        resolver.revokeRole(lab, bob);
    }

    /// @notice A contract that the holder calls does not act for the holder.
    function test_whoSentTheTransactionDecidesNothing() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        address[3] memory origins = [alice, bob, admin];
        address[] memory accounts = new address[](1);
        accounts[0] = bob;
        for (uint256 i = 0; i < origins.length; ++i) {
            bytes memory asViewer = abi.encodeWithSelector(
                IAccessResolver.UnauthorizedRoleAdmin.selector,
                lab,
                outsider,
                VIEWER
            );
            bytes memory asContributor = abi.encodeWithSelector(
                IAccessResolver.UnauthorizedRoleAdmin.selector,
                lab,
                outsider,
                CONTRIBUTOR
            );
            vm.prank(outsider, origins[i]);
            vm.expectRevert(asViewer);
            resolver.grantRole(lab, carol, VIEWER, 0, false);
            vm.prank(outsider, origins[i]);
            vm.expectRevert(asContributor);
            resolver.revokeRole(lab, bob);
            vm.prank(outsider, origins[i]);
            vm.expectRevert(asContributor);
            resolver.revokeRoles(lab, accounts);
            vm.prank(outsider, origins[i]);
            vm.expectRevert(asContributor);
            resolver.revokeAll(lab);
            vm.prank(outsider, origins[i]);
            resolver.renounceRole(lab);
        }
        vm.assertTrue(resolver.hasRole(lab, bob, CONTRIBUTOR));
        vm.prank(alice, alice);
        vm.assertTrue(resolver.isAuthorizedSignerForTba(alice, account));
        vm.prank(outsider, alice);
        vm.assertFalse(resolver.isAuthorizedSignerForTba(outsider, account));
        vm.prank(alice, outsider);
        vm.assertFalse(resolver.isAuthorizedSignerForTba(outsider, account));
    }

    function test_aPermanentGrantDoesNotExpire() external {
        _grant(alice, bob, VIEWER, 0);
        vm.warp(type(uint64).max);
        vm.assertTrue(resolver.hasRole(lab, bob, VIEWER));
    }

    function test_aRevokedRoleIsGone() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleRevoked(lab, bob, CONTRIBUTOR, alice);
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        vm.assertFalse(resolver.hasRole(lab, bob, VIEWER));
    }

    function test_theStoredGrantOfAnExpiredRoleIsRevokedOnce() external {
        _grant(alice, bob, CONTRIBUTOR, uint64(block.timestamp) + 1);
        vm.warp(block.timestamp + 1);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleRevoked(lab, bob, CONTRIBUTOR, bob);
        vm.prank(bob);
        resolver.renounceRole(lab);
        vm.recordLogs();
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_revokingNothingIsSilent() external {
        vm.recordLogs();
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        vm.prank(outsider);
        resolver.revokeRole(lab, bob);
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_aContributorGrantsAndRevokesViewers() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, carol, VIEWER, 0);
        vm.assertTrue(resolver.hasRole(lab, carol, VIEWER));
        _grant(bob, carol, VIEWER, 1_900_000_000);
        vm.prank(bob);
        resolver.revokeRole(lab, carol);
        vm.assertFalse(resolver.hasRole(lab, carol, VIEWER));
    }

    function test_aContributorDoesNotMakeContributors() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _refused(bob, CONTRIBUTOR);
        resolver.grantRole(lab, carol, CONTRIBUTOR, 0, false);
    }

    function test_aContributorCannotDemoteOrRevokeAContributor() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(alice, carol, CONTRIBUTOR, 0);
        _refused(bob, VIEWER);
        resolver.grantRole(lab, carol, VIEWER, 0, false);
        _refused(bob, CONTRIBUTOR);
        resolver.revokeRole(lab, carol);
        vm.assertTrue(resolver.hasRole(lab, carol, CONTRIBUTOR));
    }

    function test_aContributorCannotProlongItself() external {
        _grant(alice, bob, CONTRIBUTOR, uint64(block.timestamp) + 60);
        _refused(bob, CONTRIBUTOR);
        resolver.grantRole(lab, bob, CONTRIBUTOR, 0, false);
        _refused(bob, VIEWER);
        resolver.grantRole(lab, bob, VIEWER, 0, false);
    }

    function test_aContributorMayMakeAFormerContributorAViewer() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(alice, carol, CONTRIBUTOR, uint64(block.timestamp) + 60);
        vm.warp(block.timestamp + 60);
        _grant(bob, carol, VIEWER, 0);
        vm.assertFalse(resolver.hasRole(lab, carol, CONTRIBUTOR));
        vm.assertTrue(resolver.hasRole(lab, carol, VIEWER));
    }

    function test_aContributorOfOneLabIsNothingInAnother() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        vm.prank(bob);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, otherLab, bob, VIEWER)
        );
        resolver.grantRole(otherLab, bob, VIEWER, 0, false);
    }

    function test_viewersAndOutsidersAdministerNothing() external {
        _grant(alice, bob, VIEWER, 0);
        _refused(bob, VIEWER);
        resolver.grantRole(lab, carol, VIEWER, 0, false);
        _refused(outsider, VIEWER);
        resolver.grantRole(lab, outsider, VIEWER, 0, false);
        _refused(outsider, VIEWER);
        resolver.revokeRole(lab, bob);
    }

    function test_theContractsOwnerAdministersEveryLabButHasNoRole() external {
        vm.assertFalse(resolver.hasRole(lab, admin, VIEWER));
        _grant(admin, bob, CONTRIBUTOR, 0);
        vm.prank(admin);
        resolver.revokeRole(lab, bob);
        vm.assertFalse(resolver.hasRole(lab, bob, VIEWER));
        vm.assertFalse(resolver.isAuthorizedSignerForTba(admin, account));
    }

    function testFuzz_aForgedIdIsRefusedEverywhere(bytes32 forged) external {
        vm.assume(forged != lab && forged != otherLab);
        _assertRefusedEverywhere(forged);
    }

    function test_anIdWithAnotherLabsAccountIsRefused() external {
        _assertRefusedEverywhere(OclId.pack(tokenId, labNft.accountOf(tokenId + 1)));
        _assertRefusedEverywhere(OclId.pack(tokenId + 2, account));
        _assertRefusedEverywhere(bytes32(uint256(lab) | (1 << 255)));
    }

    function testFuzz_onlyViewerAndContributorAreRoles(uint8 role) external {
        vm.assume(role != VIEWER && role != CONTRIBUTOR);
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.InvalidRole.selector, role));
        resolver.grantRole(lab, bob, role, 0, false);
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.InvalidRole.selector, role));
        resolver.hasRole(lab, bob, role);
        vm.stopPrank();
    }

    function test_theZeroAddressGetsNoRole() external {
        vm.prank(alice);
        vm.expectRevert(IAccessResolver.ZeroAddress.selector);
        resolver.grantRole(lab, address(0), VIEWER, 0, false);
    }

    function test_anExpiryThatIsOverOrAbsurdlyFarIsRefused() external {
        uint64 now_ = uint64(block.timestamp);
        uint64[5] memory refused = [1, now_ - 1, now_, now_ + 36_525 days + 1, (now_ + 1 days) * 1000];
        vm.startPrank(alice);
        for (uint256 i = 0; i < refused.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IAccessResolver.InvalidExpiry.selector, refused[i]));
            resolver.grantRole(lab, bob, VIEWER, refused[i], false);
        }
        resolver.grantRole(lab, bob, VIEWER, now_ + 1, false);
        resolver.grantRole(lab, bob, VIEWER, now_ + 36_525 days, false);
        vm.stopPrank();
    }

    function _grant(address by, address to, uint8 role, uint64 expiry) private {
        vm.prank(by);
        resolver.grantRole(lab, to, role, expiry, false);
    }

    /// @dev Expects that the next call, by `caller`, is rejected because `caller` may not grant or revoke `role`.
    function _refused(address caller, uint8 role) private {
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, caller, role));
    }

    function _assertRefusedEverywhere(bytes32 forged) private {
        bytes memory refused = abi.encodeWithSelector(IAccessResolver.InvalidOclId.selector, forged);
        vm.startPrank(admin);
        vm.expectRevert(refused);
        resolver.grantRole(forged, bob, VIEWER, 0, false);
        vm.expectRevert(refused);
        resolver.revokeRole(forged, bob);
        vm.expectRevert(refused);
        resolver.hasRole(forged, bob, VIEWER);
        vm.expectRevert(refused);
        resolver.getRole(forged, bob);
        vm.expectRevert(refused);
        resolver.revokeRoles(forged, new address[](0));
        vm.expectRevert(refused);
        resolver.revokeAll(forged);
        vm.expectRevert(refused);
        resolver.renounceRole(forged);
        vm.expectRevert(refused);
        resolver.epochOf(forged);
        vm.stopPrank();
    }
}
