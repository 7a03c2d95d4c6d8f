// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccount} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {IERC6551Account} from "../src/interfaces/IERC6551.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {SafeDeployment} from "./SafeDeployment.sol";
import {
    AnswersGetOwners,
    AnswersOneCall,
    AnswersOwner,
    BurnsAndAnswers,
    Escrow,
    GasBurner,
    Owned,
    OwnedWithEmptyList,
    MembersVault,
    OwnedWithOwners,
    ReturnBomb,
    RevertBomb,
    WritesWhenAsked
} from "./actors/OwnerActors.sol";

contract AccessResolverOwnersTest is SafeDeployment {
    /// @dev Maximum gas of a question about the most expensive holder.
    uint256 private constant GAS_CEILING = 3_000_000;

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

    function test_aSafeChangesRolesAsTheSafeAndNoneOfItsOwnersAlone() external {
        address[] memory owners = new address[](2);
        (owners[0], owners[1]) = (alice, bob);
        address safe = newSafe(owners, 2);
        _mintTo(safe);
        _assertMayNotChangeRoles(alice);
        vm.prank(safe);
        resolver.grantRole(lab, carol, 2, 0, false);
        vm.assertTrue(resolver.hasRole(lab, carol, 2));
        _assertMayNotChangeRoles(alice);
        vm.prank(safe);
        resolver.revokeAll(lab);
        vm.assertFalse(resolver.hasRole(lab, carol, 1));
    }

    function test_anAccountChangesRolesAsTheAccountAndItsOwnerDoesNot() external {
        Owned holder = new Owned(alice);
        _mintTo(address(holder));
        _assertOwner(alice);
        _assertMayNotChangeRoles(alice);
        vm.prank(address(holder));
        resolver.grantRole(lab, carol, 2, 0, false);
        vm.assertTrue(resolver.hasRole(lab, carol, 2));
        _assertMayNotChangeRoles(alice);
        vm.startPrank(address(holder));
        resolver.revokeRole(lab, carol);
        resolver.revokeAll(lab);
        vm.stopPrank();
        vm.assertFalse(resolver.hasRole(lab, carol, 1));
    }

    function test_theOwnerOfAnEscrowOwnsNothingInIt() external {
        Escrow escrow = new Escrow(bob);
        (, uint256 tokenId, ) = mintLab(alice);
        vm.prank(alice);
        labNft.transferFrom(alice, address(escrow), tokenId);
        _remember(tokenId);
        _assertOwner(address(escrow));
        _assertNoOwner(bob);
        _assertMayNotChangeRoles(bob);
        escrow.transfer(labNft, alice, tokenId);
        _assertOwner(alice);
    }

    function test_aContractSaysInOneOfFiveWaysThatItIsAnAccount() external {
        bytes[5] memory questions = [
            abi.encodeCall(IERC165.supportsInterface, (type(IERC1271).interfaceId)),
            abi.encodeCall(IERC165.supportsInterface, (type(IAccount).interfaceId)),
            abi.encodeCall(IERC165.supportsInterface, (type(IERC6551Account).interfaceId)),
            abi.encodeWithSignature("entryPoint()"),
            abi.encodeCall(IERC1271.isValidSignature, (bytes32(0), ""))
        ];
        uint256[5] memory answers = [uint256(1), 1, 1, uint160(outsider), uint256(0xffffffff) << 224];
        for (uint256 i = 0; i < 5; ++i) {
            _mintTo(address(new AnswersOneCall(alice, questions[i], answers[i])));
            _assertOwner(alice);
            _mintTo(address(new AnswersOneCall(alice, questions[i], 0)));
            _assertNoOwner(alice);
            _mintTo(address(new AnswersOneCall(alice, questions[i], answers[i] + (1 << 160))));
            _assertNoOwner(alice);
        }
    }

    function test_aSafeWhoseOwnerFunctionNamesSomebodyIsStillASafe() external {
        OwnedWithOwners holder = new OwnedWithOwners(alice, bob);
        _mintTo(address(holder));
        _assertOwner(bob);
        _assertNoOwner(alice);
        _assertMayNotChangeRoles(alice);
        _assertMayNotChangeRoles(bob);
    }

    function _assertMayNotChangeRoles(address who) private {
        bytes4 refused = IAccessResolver.UnauthorizedRoleAdmin.selector;
        vm.startPrank(who);
        vm.expectRevert(abi.encodeWithSelector(refused, lab, who, 1));
        resolver.grantRole(lab, who, 1, 0, false);
        vm.expectRevert(abi.encodeWithSelector(refused, lab, who, 2));
        resolver.revokeAll(lab);
        vm.stopPrank();
        (uint8 role, , ) = resolver.getRole(lab, carol);
        if (role == 0) return;
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(refused, lab, who, role));
        resolver.revokeRole(lab, carol);
    }

    function test_aSafeOfFiftyOwnersIsResolvedAndOneOfFiftyOneIsTooLarge() external {
        address[] memory owners = _addresses(50);
        _mintTo(newSafe(owners, 1));
        _assertOwner(owners[49]);
        _assertNoOwner(outsider);
        _mintTo(newSafe(_addresses(51), 1));
        _assertOverflow(50);
    }

    function test_theOwnerOfAnAccountOwnsTheLab() external {
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
        _assertOutOfGas(100_000_000);
        _mintTo(newSafe(bombs, 1));
        _assertOutOfGas(100_000_000);
    }

    /// @dev The most expensive holder: every contract burns its gas first and then names 50 known addresses, all with
    /// the same last byte, and the one that is found last.
    function test_contractsThatBurnAndAnswerStayUnderTheCeiling() external {
        for (uint256 left = 5_000; left < 300_000; left = left * 2 + 1_000) {
            address[] memory nodes = new address[](50);
            for (uint256 i = 0; i < 50; ++i) nodes[i] = address(new BurnsAndAnswers());
            for (uint256 i = 0; i < 50; ++i) {
                address[] memory known = new address[](50);
                for (uint256 j = 0; j < 50; ++j) known[j] = nodes[49];
                BurnsAndAnswers(nodes[i]).set(known, left);
            }
            BurnsAndAnswers root = new BurnsAndAnswers();
            root.set(nodes, left);
            _mintTo(address(root));
            _assertBounded(900_000_000);
        }
    }

    /// @dev Whatever the gas of the caller, the answer is right or an error, never a wrong "no".
    function testFuzz_tooLittleGasIsAnErrorAndNoAnswer(uint256 gasLimit) external {
        address[] memory owners = _addresses(40);
        owners[7] = newSafe(alice);
        _mintTo(newSafe(owners, 1));
        try resolver.hasRole{gas: gasLimit % 1_500_000}(lab, alice, 1) returns (bool found) {
            vm.assertTrue(found);
        } catch (bytes memory reason) {
            vm.assertTrue(
                reason.length == 0 || bytes4(reason) == IAccessResolver.OwnerSearchOutOfGas.selector ||
                    bytes4(reason) == IAccessResolver.InvalidOclId.selector,
                "another error"
            );
        }
    }

    function test_addressesWithTheSameLastByteAreToldApart() external {
        address[] memory owners = new address[](50);
        for (uint256 i = 0; i < 50; ++i) owners[i] = address(uint160((i + 1) << 8));
        _mintTo(newSafe(owners, 1));
        for (uint256 i = 0; i < 50; ++i) _assertOwner(owners[i]);
        _assertNoOwner(address(uint160(51 << 8)));
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

    /// @notice Whoever lists members is no Safe: they own nothing of what the contract keeps.
    function test_theMembersOfAVaultOwnNothing() external {
        address[] memory members = new address[](2);
        (members[0], members[1]) = (alice, outsider);
        uint256[3] memory thresholds = [uint256(0), 3, type(uint256).max];
        for (uint256 i = 0; i < thresholds.length; ++i) {
            _mintTo(address(new MembersVault(members, thresholds[i])));
            _assertNoOwner(outsider);
        }
        _mintTo(address(new MembersVault(members, 2)));
        _assertOwner(outsider);
    }

    function test_aVaultWithManyMembersHasNoOwners() external {
        _mintTo(address(new MembersVault(_addresses(51), 0)));
        _assertNoOwner(outsider);
    }

    function test_aListThatDoesNotBeginWhereItSaysNamesNobody() external {
        _mintTo(address(new AnswersGetOwners(abi.encode(uint256(0x40), 1, outsider))));
        _assertNoOwner(outsider);
    }

    function test_wordsWithMoreBitsThanAnAddressNameNobody() external {
        uint256 dirty = uint256(uint160(outsider)) | (1 << 160);
        _mintTo(address(new AnswersOwner(abi.encode(dirty))));
        _assertNoOwner(outsider);
        _mintTo(address(new AnswersGetOwners(abi.encode(uint256(0x20), 2, alice, dirty))));
        _assertOwner(alice);
        _assertNoOwner(outsider);
    }

    function test_theSmallestAndTheLargestAddressAreOwnersLikeOthers() external {
        address largest = address(type(uint160).max);
        _mintTo(address(1));
        _assertOwner(address(1));
        _assertNoOwner(outsider);
        _mintTo(address(new AnswersGetOwners(abi.encode(uint256(0x20), 2, 1, largest))));
        _assertOwner(address(1));
        _assertOwner(largest);
        _mintTo(address(new Escrow(address(1))));
        _assertNoOwner(address(1));
        bytes memory question = abi.encodeWithSignature("entryPoint()");
        _mintTo(address(new AnswersOneCall(alice, question, type(uint160).max)));
        _assertOwner(alice);
    }

    function test_onlyTheFirstWordOfOwnerCounts() external {
        _mintTo(address(new AnswersOwner(abi.encode(alice, outsider))));
        _assertOwner(alice);
        _assertNoOwner(outsider);
    }

    function test_aListOfOneWordNamesNobody() external {
        _mintTo(address(new AnswersGetOwners(abi.encode(uint256(0x20)))));
        _assertNoOwner(outsider);
    }

    function test_aListOfMoreThanFiftyIsTooLargeAlsoWithRepetitions() external {
        for (uint256 count = 51; count < 54; ++count) {
            address[] memory same = new address[](count);
            for (uint256 i = 0; i < count; ++i) same[i] = alice;
            _mintTo(address(new AnswersGetOwners(abi.encode(same))));
            _assertOverflow(50);
        }
    }

    function test_aListThatPromises51AndHolds50NamesNobody() external {
        bytes memory answer = abi.encode(_addresses(50));
        assembly ("memory-safe") {
            mstore(add(answer, 0x40), 51)
        }
        _mintTo(address(new AnswersGetOwners(answer)));
        _assertNoOwner(outsider);
        _assertNoOwner(address(uint160(0x10001)));
    }

    function test_repetitionsOfAnAddressCountOnce() external {
        _repeated(address(uint160(0xaaff)));
        _repeated(address(uint160(0xaa00)));
    }

    function _repeated(address repeated) private {
        address[] memory inner = new address[](10);
        address[] memory outer = new address[](49);
        for (uint256 i = 0; i < 10; ++i) inner[i] = repeated;
        for (uint256 i = 0; i < 48; ++i) outer[i] = repeated;
        outer[48] = address(new AnswersGetOwners(abi.encode(inner)));
        _mintTo(address(new AnswersGetOwners(abi.encode(outer))));
        _assertOwner(repeated);
        _assertNoOwner(outsider);
    }

    function test_anEmptyListOfOwnersLeavesTheQuestionToOwner() external {
        _mintTo(address(new OwnedWithEmptyList(alice)));
        _assertOwner(alice);
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

    function _assertOutOfGas(uint256 gasLimit) private view {
        vm.assertEq(_assertBounded(gasLimit), 2);
    }

    /// @dev Each question is under the ceiling and answers no, or fails and says why.
    /// @return failures Number of questions that ran out of the budget.
    function _assertBounded(uint256 gasLimit) private view returns (uint256 failures) {
        bytes[2] memory questions = [
            abi.encodeCall(IAccessResolver.hasRole, (lab, outsider, 1)),
            abi.encodeCall(IAccessResolver.isAuthorizedSignerForTba, (outsider, account))
        ];
        for (uint256 i = 0; i < 2; ++i) {
            uint256 before = gasleft();
            (bool success, bytes memory reason) = address(resolver).staticcall{gas: gasLimit}(questions[i]);
            uint256 used = before - gasleft();
            vm.assertTrue(used < GAS_CEILING, string.concat("gas ", vm.toString(used)));
            if (success) {
                vm.assertFalse(abi.decode(reason, (bool)));
            } else {
                vm.assertEq(bytes32(reason), bytes32(IAccessResolver.OwnerSearchOutOfGas.selector));
                ++failures;
            }
        }
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
