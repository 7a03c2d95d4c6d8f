// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {SafeDeployment} from "./SafeDeployment.sol";
import {
    AnswersGetOwners,
    AnswersOwner,
    GasBurner,
    Owned,
    ReturnBomb,
    RevertBomb,
    WritesWhenAsked
} from "./actors/OwnerActors.sol";

contract AccessResolverOwnersTest is SafeDeployment {
    /// @dev Maximum gas of a check for the most expensive holder: 51 addresses, 250,000 gas each.
    uint256 private constant GAS_CEILING = 14_000_000;

    bytes32 private lab;
    address private account;

    function test_everyOwnerOfASafeOwnsTheLab() external {
        address[] memory owners = _addresses(3);
        address safe = newSafe(owners, 2);
        _mintTo(safe);
        _assertOwner(safe);
        for (uint256 i = 0; i < owners.length; ++i) _assertOwner(owners[i]);
        _assertNoOwner(outsider);
    }

    function test_aSafeOwnerGrantsRoles() external {
        _mintTo(newSafe(alice));
        vm.prank(alice);
        resolver.grantRole(lab, bob, 2, 0, false);
        vm.assertTrue(resolver.hasRole(lab, bob, 2));
    }

    function test_aSafeOfFiftyOwnersIsResolvedAndOneOfFiftyOneIsTooLarge() external {
        address[] memory owners = _addresses(50);
        _mintTo(newSafe(owners, 1));
        _assertOwner(owners[49]);
        _assertNoOwner(outsider);
        _mintTo(newSafe(_addresses(51), 1));
        _assertOverflow(50);
    }

    function test_theOwnerOfAnOwnableHolderOwnsTheLab() external {
        Owned holder = new Owned(alice);
        _mintTo(address(holder));
        _assertOwner(address(holder));
        _assertOwner(alice);
        holder.setOwner(bob);
        _assertNoOwner(alice);
        _assertOwner(bob);
    }

    function test_anAccountBoundToAnotherTokenPassesOnItsOwner() external {
        (, uint256 tokenId, ) = mintLab(alice);
        address foreign = LabAccounts.REGISTRY.createAccount(address(implementation), 0, block.chainid, address(this), 1);
        vm.prank(alice);
        labNft.transferFrom(alice, foreign, tokenId);
        _remember(tokenId);
        _assertOwner(bob);
        _assertNoOwner(alice);
    }

    /// @dev This contract acts as a collection whose token 1 belongs to bob.
    function ownerOf(uint256) external view returns (address) {
        return bob;
    }

    function test_safesWithinSafesAreFollowed() external {
        address[] memory outer = new address[](2);
        outer[0] = newSafe(alice);
        outer[1] = address(new Owned(newSafe(bob)));
        _mintTo(newSafe(outer, 1));
        _assertOwner(alice);
        _assertOwner(bob);
        _assertOwner(outer[0]);
    }

    function test_tenStepsAreFollowedAndElevenAreTooMany() external {
        address holder = alice;
        for (uint256 i = 0; i < 10; ++i) holder = address(new Owned(holder));
        _mintTo(holder);
        _assertOwner(alice);
        _mintTo(address(new Owned(holder)));
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.OwnersOverflow.selector, 10));
        resolver.hasRole(lab, alice, 1);
    }

    function test_circlesEnd() external {
        Owned first = new Owned(address(0));
        Owned second = new Owned(address(first));
        first.setOwner(address(second));
        _mintTo(address(first));
        _assertOwner(address(second));
        _assertNoOwner(outsider);
        first.setOwner(address(first));
        _assertNoOwner(outsider);
    }

    function test_manySafesTogetherAreBoundedToo() external {
        address[] memory outer = new address[](3);
        for (uint256 i = 0; i < 3; ++i) outer[i] = newSafe(_addresses(20 * i + 1, 20), 1);
        _mintTo(newSafe(outer, 1));
        _assertOverflow(50);
    }

    function test_ownersNamedTwiceCountOnce() external {
        address[] memory outer = new address[](3);
        for (uint256 i = 0; i < 3; ++i) outer[i] = newSafe(_addresses(30), 1);
        _mintTo(newSafe(outer, 1));
        _assertOwner(_addresses(30)[29]);
        _assertNoOwner(outsider);
    }

    function test_hostileHoldersOwnTheirLabAndNobodyElseDoes() external {
        address[6] memory hostile = [
            address(new ReturnBomb()),
            address(new RevertBomb()),
            address(new GasBurner()),
            address(new WritesWhenAsked()),
            address(new AnswersOwner(abi.encode(type(uint256).max))),
            address(new AnswersOwner(hex"00"))
        ];
        for (uint256 i = 0; i < hostile.length; ++i) {
            _mintTo(hostile[i]);
            _assertOwner(hostile[i]);
            _assertNoOwner(outsider);
            _assertCheapRefusal();
        }
    }

    function test_fiftyGasBurnersOrReturnBombsStayUnderTheCeiling() external {
        address[] memory burners = new address[](50);
        address[] memory bombs = new address[](50);
        for (uint256 i = 0; i < 50; ++i) {
            burners[i] = address(new GasBurner());
            bombs[i] = address(new ReturnBomb());
        }
        _mintTo(newSafe(burners, 1));
        _assertCheapRefusal();
        _mintTo(newSafe(bombs, 1));
        _assertCheapRefusal();
    }

    function test_aHostileHolderDoesNotStandInAContributorsWay() external {
        (, uint256 tokenId, bytes32 oclId) = mintLab(alice);
        vm.prank(alice);
        resolver.grantRole(oclId, bob, 2, 0, false);
        address tooMany = newSafe(_addresses(51), 1);
        vm.prank(alice);
        labNft.transferFrom(alice, tooMany, tokenId);
        vm.assertTrue(resolver.hasRole(oclId, bob, 2));
        vm.prank(bob);
        resolver.grantRole(oclId, carol, 1, 0, false);
        vm.assertTrue(resolver.hasRole(oclId, carol, 1));
    }

    function testFuzz_anyAnswerToGetOwnersIsSurvived(bytes memory answer) external {
        _mintTo(address(new AnswersGetOwners(answer)));
        try resolver.hasRole(lab, outsider, 1) returns (bool found) {
            vm.assertFalse(found);
        } catch (bytes memory reason) {
            vm.assertEq(bytes32(bytes4(reason)), bytes32(IAccessResolver.OwnersOverflow.selector));
        }
    }

    function testFuzz_aListThatPromisesMoreThanItHoldsNamesNobody(uint256 length) external {
        vm.assume(length > 1);
        bytes memory answer = abi.encode(uint256(0x20), length, outsider);
        _mintTo(address(new AnswersGetOwners(answer)));
        _assertNoOwner(outsider);
    }

    function test_theZeroAddressOwnsNothing() external {
        _mintTo(address(new Owned(address(0))));
        _assertNoOwner(address(0));
    }

    function test_onlyTheLabsOwnAccountIsAnsweredFor() external {
        _mintTo(alice);
        _assertOwner(alice);
        vm.assertFalse(resolver.isAuthorizedSignerForTba(alice, alice));
        vm.assertFalse(resolver.isAuthorizedSignerForTba(alice, address(labNft)));
        vm.assertFalse(resolver.isAuthorizedSignerForTba(alice, address(0)));
        vm.assertFalse(resolver.isAuthorizedSignerForTba(alice, _accountOf(7, 1)));
        vm.assertFalse(resolver.isAuthorizedSignerForTba(alice, _accountOf(0, 99)));
    }

    function _accountOf(uint256 salt, uint256 tokenId) private returns (address) {
        return
            LabAccounts.REGISTRY.createAccount(
                address(implementation),
                bytes32(salt),
                block.chainid,
                address(labNft),
                tokenId
            );
    }

    function _mintTo(address holder) private {
        (, uint256 tokenId, ) = mintLab(holder);
        _remember(tokenId);
    }

    function _remember(uint256 tokenId) private {
        lab = labNft.oclIdOf(tokenId);
        account = labNft.accountOf(tokenId);
    }

    function _assertOwner(address who) private view {
        vm.assertTrue(resolver.hasRole(lab, who, 2));
        vm.assertTrue(resolver.isAuthorizedSignerForTba(who, account));
    }

    function _assertNoOwner(address who) private view {
        vm.assertFalse(resolver.hasRole(lab, who, 1));
        vm.assertFalse(resolver.isAuthorizedSignerForTba(who, account));
    }

    function _assertCheapRefusal() private view {
        uint256 before = gasleft();
        vm.assertFalse(resolver.hasRole(lab, outsider, 1));
        vm.assertTrue(before - gasleft() < GAS_CEILING, "too much gas");
    }

    function _assertOverflow(uint256 limit) private {
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.OwnersOverflow.selector, limit));
        resolver.hasRole(lab, outsider, 1);
    }

    function _addresses(uint256 count) private pure returns (address[] memory) {
        return _addresses(1, count);
    }

    function _addresses(uint256 first, uint256 count) private pure returns (address[] memory list) {
        list = new address[](count);
        for (uint256 i = 0; i < count; ++i) list[i] = address(uint160(0x10000 + first + i));
    }
}
