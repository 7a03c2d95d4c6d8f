// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {LabTest} from "./LabTest.sol";

/// @notice What contributors grant, and what a new holder does with the roles that were granted before.
contract AccessResolverDelegationTest is LabTest {
    uint8 private constant VIEWER = 1;
    uint8 private constant CONTRIBUTOR = 2;

    bytes32 private lab;
    bytes32 private otherLab;
    uint256 private tokenId;

    function setUp() public override {
        super.setUp();
        (, tokenId, lab) = mintLab(alice);
        (, , otherLab) = mintLab(alice);
    }

    function test_whatAContributorGrantsEndsWithTheRevocation() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleGranted(lab, carol, VIEWER, 0, false, bob);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleDelegated(lab, carol, bob);
        _grant(bob, carol, VIEWER, 0);
        _assertRole(carol, VIEWER);
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        _assertRole(carol, 0);
        // A new role of the contributor does not bring back what the former one gave.
        _grant(alice, bob, CONTRIBUTOR, 0);
        _assertRole(carol, 0);
        _grant(bob, carol, VIEWER, 0);
        _assertRole(carol, VIEWER);
    }

    function test_whatAContributorGrantsEndsWithTheRoleHoweverItEnds() external {
        uint64 soon = uint64(block.timestamp) + 1 hours;
        for (uint256 way = 0; way < 4; ++way) {
            _grant(alice, bob, CONTRIBUTOR, way == 0 ? soon : 0);
            _grant(bob, carol, VIEWER, way == 0 ? soon : 0);
            _assertRole(carol, VIEWER);
            if (way == 0) vm.warp(soon);
            if (way == 1) _grant(alice, bob, VIEWER, 0);
            if (way == 2) _renounce(bob);
            if (way == 3) _revokeAll(alice);
            _assertRole(carol, 0);
            _grant(alice, bob, CONTRIBUTOR, 0);
            _assertRole(carol, 0);
            vm.prank(alice);
            resolver.revokeRole(lab, bob);
        }
    }

    function test_aShorterRoleOfTheContributorShortensWhatItGranted() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, carol, VIEWER, 0);
        uint64 soon = uint64(block.timestamp) + 1 hours;
        _grant(alice, bob, CONTRIBUTOR, soon);
        _assertRole(carol, VIEWER);
        vm.warp(soon);
        _assertRole(carol, 0);
        _grant(alice, bob, CONTRIBUTOR, 0);
        _assertRole(carol, 0);
    }

    function test_aLongerRoleOfTheContributorKeepsWhatItGranted() external {
        uint64 soon = uint64(block.timestamp) + 1 hours;
        _grant(alice, bob, CONTRIBUTOR, soon);
        _grant(bob, carol, VIEWER, soon);
        _grant(alice, bob, CONTRIBUTOR, soon + 1 hours);
        _assertRole(carol, VIEWER);
        vm.warp(soon);
        _assertRole(carol, 0);
    }

    function test_aContributorGrantsNothingThatOutlivesItsRole() external {
        uint64 end = uint64(block.timestamp) + 1 days;
        _grant(alice, bob, CONTRIBUTOR, end);
        uint64[2] memory refused = [0, end + 1];
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(bob);
            vm.expectRevert(abi.encodeWithSelector(IAccessResolver.ExpiryAfterOwnRole.selector, refused[i], end));
            resolver.grantRole(lab, carol, VIEWER, refused[i], false);
        }
        _grant(bob, carol, VIEWER, end);
        _assertRole(carol, VIEWER);
    }

    function test_aContributorDoesNotChangeAGrantFromAbove() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        vm.prank(alice);
        resolver.grantRole(lab, carol, VIEWER, uint64(block.timestamp) + 1 hours, true);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, bob, VIEWER));
        resolver.grantRole(lab, carol, VIEWER, 0, false);
        vm.warp(block.timestamp + 1 hours);
        _grant(bob, carol, VIEWER, 0);
        _assertRole(carol, VIEWER);
    }

    /// @notice What one call may not do, two calls may not: a revocation and a new grant.
    function test_aContributorRevokesNothingThatTheHolderGave() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        uint64 end = uint64(block.timestamp) + 1 hours;
        vm.prank(alice);
        resolver.grantRole(lab, carol, VIEWER, end, true);
        _refusesToRevoke(bob, carol);
        (uint8 role, uint64 expiry, bool isAgent) = resolver.getRole(lab, carol);
        vm.assertEq(uint256(role), VIEWER);
        vm.assertEq(uint256(expiry), end);
        vm.assertTrue(isAgent);
        // The stored grant is the holder's also after its end, as long as nobody replaces it.
        vm.warp(end);
        _refusesToRevoke(bob, carol);
    }

    /// @notice A permanent viewer of the holder does not become one who falls with the contributor.
    function test_aViewerOfTheHolderStandsAfterTheContributor() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, carol, VIEWER, 0);
        _grant(alice, carol, VIEWER, 0);
        _refusesToRevoke(bob, carol);
        _revoke(alice, bob);
        _assertRole(carol, VIEWER);
    }

    function test_anyContributorRevokesTheViewersOfContributors() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(alice, carol, CONTRIBUTOR, 0);
        _grant(bob, outsider, VIEWER, 0);
        _revoke(carol, outsider);
        _assertRole(outsider, 0);
    }

    function test_anExpiredContributorRevokesNothing() external {
        uint64 end = uint64(block.timestamp) + 1 hours;
        _grant(alice, bob, CONTRIBUTOR, end);
        _grant(alice, carol, CONTRIBUTOR, 0);
        _grant(carol, outsider, VIEWER, 0);
        vm.warp(end);
        _refusesToRevoke(bob, outsider);
        _assertRole(outsider, VIEWER);
        address[] memory accounts = new address[](1);
        accounts[0] = outsider;
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, bob, VIEWER));
        resolver.revokeRoles(lab, accounts);
    }

    function test_aContributorOfAnotherLabRevokesNothing() external {
        vm.prank(alice);
        resolver.grantRole(otherLab, bob, CONTRIBUTOR, 0, false);
        _grant(alice, carol, CONTRIBUTOR, 0);
        _grant(carol, outsider, VIEWER, 0);
        _refusesToRevoke(bob, outsider);
    }

    function test_aGrantFromAboveReplacesADelegatedOneAndStands() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, carol, VIEWER, 0);
        _grant(alice, carol, VIEWER, 0);
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        _assertRole(carol, VIEWER);
    }

    function test_contributorsTakeOverEachOthersViewers() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(alice, carol, CONTRIBUTOR, 0);
        _grant(bob, outsider, VIEWER, 0);
        _grant(carol, outsider, VIEWER, 0);
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        _assertRole(outsider, VIEWER);
        vm.prank(alice);
        resolver.revokeRole(lab, carol);
        _assertRole(outsider, 0);
    }

    function test_aHolderWhoIsAContributorTooGrantsAsTheHolder() external {
        _grant(alice, alice, CONTRIBUTOR, uint64(block.timestamp) + 1 hours);
        _grant(alice, carol, VIEWER, 0);
        _revoke(alice, alice);
        _assertRole(carol, VIEWER);
    }

    function test_everyoneGivesUpTheirOwnRole() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, carol, VIEWER, 0);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.RoleRevoked(lab, carol, VIEWER, carol);
        _renounce(carol);
        _assertRole(carol, 0);
        _assertRole(bob, CONTRIBUTOR);
        _renounce(bob);
        _assertRole(bob, 0);
        vm.recordLogs();
        _renounce(bob);
        _renounce(outsider);
        _renounce(alice);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.assertTrue(resolver.hasRole(lab, alice, CONTRIBUTOR));
    }

    function test_theBuyerEndsEveryRoleFromBeforeInOneTransaction() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, outsider, VIEWER, 0);
        vm.startPrank(alice);
        resolver.grantRole(otherLab, bob, CONTRIBUTOR, 0, false);
        labNft.transferFrom(alice, carol, tokenId);
        vm.stopPrank();
        _assertRole(bob, CONTRIBUTOR);
        vm.expectEmit(true, true, true, true, address(resolver));
        emit IAccessResolver.AllRolesRevoked(lab, 1, carol);
        _revokeAll(carol);
        _assertRole(bob, 0);
        _assertRole(outsider, 0);
        vm.assertEq(uint256(resolver.epochOf(lab)), 1);
        vm.assertEq(uint256(resolver.epochOf(otherLab)), 0);
        vm.assertTrue(resolver.hasRole(otherLab, bob, CONTRIBUTOR));
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, bob, VIEWER));
        _grant(bob, outsider, VIEWER, 0);
        vm.recordLogs();
        _revoke(carol, bob);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        _grant(carol, bob, VIEWER, 0);
        _assertRole(bob, VIEWER);
        _assertRole(outsider, 0);
    }

    function test_onlyTheHolderAndTheContractsOwnerRevokeAll() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(alice, carol, VIEWER, 0);
        address[3] memory refused = [bob, carol, outsider];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, refused[i], CONTRIBUTOR)
            );
            _revokeAll(refused[i]);
        }
        _revokeAll(admin);
        _assertRole(bob, 0);
    }

    function test_severalRolesAreRevokedTogetherOrNone() external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, carol, VIEWER, 0);
        address[] memory accounts = new address[](3);
        (accounts[0], accounts[1], accounts[2]) = (carol, outsider, bob);
        vm.prank(bob);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, bob, CONTRIBUTOR)
        );
        resolver.revokeRoles(lab, accounts);
        _assertRole(carol, VIEWER);
        vm.prank(alice);
        resolver.revokeRoles(lab, accounts);
        _assertRole(carol, 0);
        _assertRole(bob, 0);
    }

    /// @dev Against every order of grants and revocations: a role never holds after its end, and a delegated one never
    /// after the contributor's.
    function testFuzz_noViewerOfAContributorOutlivesIt(uint8[16] memory steps) external {
        _grant(alice, bob, CONTRIBUTOR, 0);
        _grant(bob, carol, VIEWER, 0);
        bool interrupted = false;
        for (uint256 i = 0; i < steps.length; ++i) {
            uint256 step = steps[i] % 6;
            if (step == 0) _grant(alice, bob, CONTRIBUTOR, 0);
            if (step == 1) _grant(alice, bob, VIEWER, 0);
            if (step == 2) _revoke(alice, bob);
            if (step == 3) _renounce(bob);
            if (step == 4) _revokeAll(alice);
            if (step == 5) _grant(alice, bob, CONTRIBUTOR, uint64(block.timestamp) + 1);
            vm.warp(block.timestamp + 1);
            interrupted = interrupted || step != 0;
            vm.assertEq(resolver.hasRole(lab, carol, VIEWER), !interrupted);
        }
    }

    function test_onlyAGrantByAContributorIsLoggedAsDelegated() external {
        vm.recordLogs();
        _grant(alice, bob, CONTRIBUTOR, 0);
        vm.assertEq(vm.getRecordedLogs().length, 1);
        vm.recordLogs();
        _grant(bob, carol, VIEWER, 0);
        vm.assertEq(vm.getRecordedLogs().length, 2);
    }

    function _grant(address by, address to, uint8 role, uint64 expiry) private {
        vm.prank(by);
        resolver.grantRole(lab, to, role, expiry, false);
    }

    function _revoke(address by, address from) private {
        vm.prank(by);
        resolver.revokeRole(lab, from);
    }

    function _refusesToRevoke(address by, address from) private {
        vm.prank(by);
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.UnauthorizedRoleAdmin.selector, lab, by, VIEWER));
        resolver.revokeRole(lab, from);
    }

    function _revokeAll(address by) private {
        vm.prank(by);
        resolver.revokeAll(lab);
    }

    function _renounce(address by) private {
        vm.prank(by);
        resolver.renounceRole(lab);
    }

    function _assertRole(address account, uint8 expected) private view {
        (uint8 role, , ) = resolver.getRole(lab, account);
        vm.assertEq(role, expected);
        vm.assertEq(resolver.hasRole(lab, account, VIEWER), expected >= VIEWER);
        vm.assertEq(resolver.hasRole(lab, account, CONTRIBUTOR), expected >= CONTRIBUTOR);
    }
}
