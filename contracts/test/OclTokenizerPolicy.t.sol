// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {ERC1967Utils} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Utils.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {IGuardedPause} from "../src/interfaces/IGuardedPause.sol";
import {IOclTermsPermissioner} from "../src/interfaces/IOclTermsPermissioner.sol";
import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {IOclTokenizerPolicy} from "../src/interfaces/IOclTokenizerPolicy.sol";
import {LabToken} from "../src/LabToken.sol";
import {OclTermsPermissioner} from "../src/OclTermsPermissioner.sol";
import {OclTokenizer} from "../src/OclTokenizer.sol";
import {OclTokenizerPolicy} from "../src/OclTokenizerPolicy.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {AttacksWhenAsked, ExpectsQuestion, HostilePolicy} from "./actors/HostilePolicy.sol";
import {PlainToken} from "./actors/TokenActors.sol";

contract OclTokenizerPolicyTest is TokenizerTest {
    function test_aHostileUpgradeCannotIssueCapOrReplaceAToken() external {
        (LabToken token, uint256 labId) = newToken(100);
        HostilePolicy hostile = HostilePolicy(address(policy));
        _upgradeTo(address(new HostilePolicy()));
        hostile.attack(tokenizer, token, labId);

        vm.assertFalse(hostile.succeeded());
        vm.assertEq(token.totalIssued(), 100);
        vm.assertFalse(token.capped());
        vm.assertEq(tokenizer.tokenized(labId), address(token));
        vm.startPrank(alice);
        tokenizer.issue(address(token), 1, alice);
        tokenizer.cap(address(token));
        vm.stopPrank();
        vm.assertEq(token.totalIssued(), 101);
    }

    function test_aHostileUpgradeHasNoSayInATokenThatIsBornUnderIt() external {
        _upgradeTo(address(new HostilePolicy()));
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.startPrank(alice);
        vm.expectRevert(IOclTermsPermissioner.InvalidSignature.selector);
        tokenizer.tokenize(labId, 7, "VITA", keyOf(labId), HASH, "");
        LabToken token = LabToken(address(tokenizer.tokenize(labId, 7, "VITA", keyOf(labId), HASH, signature)));
        vm.stopPrank();
        HostilePolicy(address(policy)).attack(tokenizer, token, labId);

        vm.assertFalse(HostilePolicy(address(policy)).succeeded());
        vm.assertEq(token.totalIssued(), 7);
        vm.assertEq(token.balanceOf(alice), 7);
        vm.assertFalse(token.capped());
    }

    /// @notice The tokenizer asks statically, so nothing that the policy does while it is asked has an effect.
    function test_aPolicyThatAttacksWhenAskedHasNoEffect() external {
        _upgradeTo(address(new AttacksWhenAsked()));
        (LabToken token, uint256 labId) = newToken(7);
        vm.assertFalse(AttacksWhenAsked(address(policy)).succeeded());
        vm.assertEq(tokenizer.tokenized(labId), address(token));
        vm.assertEq(token.totalIssued(), 7);
        vm.assertFalse(token.capped());
    }

    function test_thePolicyIsToldWhatItIsAskedAbout() external {
        _upgradeTo(address(new ExpectsQuestion()));
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ExpectsQuestion.Asked.selector, labId, alice, address(0)));
        tokenizer.tokenize(labId, 7, "VITA", keyOf(labId), HASH, signature);
        address plain = address(new PlainToken(18, 1));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ExpectsQuestion.Asked.selector, labId, alice, plain));
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, plain);
    }

    function test_theTokenizerIsCompleteAfterItsConstructor() external {
        OclTokenizer fresh = new OclTokenizer(labNft, address(new OclTokenizerPolicy()), admin, guardian);
        vm.assertTrue(fresh.labTokenImplementation().code.length > 0);
        vm.assertTrue(fresh.wrappedLabTokenImplementation().code.length > 0);
        vm.assertEq(fresh.permissioner().tokenizer(), address(fresh));
        vm.assertEq(address(fresh.labNft()), address(labNft));
        vm.assertEq(OclTokenizerPolicy(address(fresh.policy())).owner(), admin);
        vm.assertEq(OclTokenizerPolicy(address(fresh.policy())).pendingOwner(), address(0));
        vm.assertEq(fresh.policy().guardian(), guardian);
        (bool upgrades, ) = address(fresh).call(abi.encodeCall(UUPSUpgradeable.upgradeToAndCall, (outsider, "")));
        vm.assertFalse(upgrades);
    }

    function test_theConstructorRejectsAddressesWithoutCode() external {
        address code = address(new OclTokenizerPolicy());
        vm.expectRevert(abi.encodeWithSelector(IOclTokenizer.MissingCode.selector, address(0)));
        new OclTokenizer(ILabNFT(address(0)), code, admin, guardian);
        vm.expectRevert(abi.encodeWithSelector(IOclTokenizer.MissingCode.selector, outsider));
        new OclTokenizer(ILabNFT(outsider), code, admin, guardian);
        vm.expectRevert(abi.encodeWithSelector(ERC1967Utils.ERC1967InvalidImplementation.selector, outsider));
        new OclTokenizer(labNft, outsider, admin, guardian);
        vm.expectRevert(abi.encodeWithSelector(OwnableUpgradeable.OwnableInvalidOwner.selector, address(0)));
        new OclTokenizer(labNft, code, address(0), guardian);
        vm.expectRevert(IOclTermsPermissioner.ZeroAddress.selector);
        new OclTermsPermissioner(address(0));
    }

    function test_itIsInitializedOnceAndTheImplementationNever() external {
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        policy.initialize(outsider, outsider);
        OclTokenizerPolicy code = new OclTokenizerPolicy();
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        code.initialize(outsider, outsider);
    }

    function test_anUpgradeDoesNotRunTheInitializerAgain() external {
        address next = address(new OclTokenizerPolicy());
        vm.prank(admin);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        policy.upgradeToAndCall(next, abi.encodeCall(IOclTokenizerPolicy.initialize, (outsider, outsider)));
        vm.assertEq(policy.owner(), admin);
        _upgradeTo(next);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        policy.initialize(outsider, outsider);
    }

    function test_onlyTheOwnerAdministers() external {
        address next = address(new OclTokenizerPolicy());
        bytes memory refused = abi.encodeWithSelector(
            OwnableUpgradeable.OwnableUnauthorizedAccount.selector,
            outsider
        );
        vm.startPrank(outsider);
        vm.expectRevert(refused);
        policy.setGuardian(outsider);
        vm.expectRevert(refused);
        policy.unpause();
        vm.expectRevert(refused);
        policy.cancelTransferOwnership();
        vm.expectRevert(refused);
        policy.upgradeToAndCall(next, "");
        vm.expectRevert(abi.encodeWithSelector(IGuardedPause.MustGuard.selector, outsider));
        policy.pause();
        vm.stopPrank();
    }

    function test_ownershipIsOfferedWithdrawnAndNeverGivenUp() external {
        vm.startPrank(admin);
        policy.transferOwnership(bob);
        policy.cancelTransferOwnership();
        vm.assertEq(policy.pendingOwner(), address(0));
        vm.expectRevert(IOclTokenizerPolicy.RenounceOwnershipDisabled.selector);
        policy.renounceOwnership();
        vm.stopPrank();
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(OwnableUpgradeable.OwnableUnauthorizedAccount.selector, bob));
        policy.acceptOwnership();
        vm.assertEq(policy.owner(), admin);
        vm.prank(admin);
        policy.transferOwnership(bob);
        vm.prank(bob);
        policy.acceptOwnership();
        vm.assertEq(policy.owner(), bob);
    }

    function test_anUpgradeKeepsTheSettings() external {
        vm.prank(admin);
        policy.setGuardian(bob);
        _upgradeTo(address(new OclTokenizerPolicy()));
        vm.assertEq(policy.guardian(), bob);
        vm.assertEq(policy.owner(), admin);
    }

    function test_theGuardianStopsNewTokensAndNothingElse() external {
        (LabToken token, ) = newToken(1);
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.expectEmit(true, true, true, true, address(policy));
        emit IGuardedPause.GuardianUpdated(bob);
        vm.prank(admin);
        policy.setGuardian(bob);
        vm.prank(bob);
        policy.pause();

        vm.startPrank(alice);
        vm.expectRevert(PausableUpgradeable.EnforcedPause.selector);
        tokenizer.tokenize(labId, 1, "VITA", keyOf(labId), HASH, signature);
        // The policy is asked before the signature is checked.
        vm.expectRevert(PausableUpgradeable.EnforcedPause.selector);
        tokenizer.tokenize(labId, 1, "VITA", keyOf(labId), HASH, "");
        tokenizer.issue(address(token), 1, alice);
        token.transfer(bob, 1);
        tokenizer.cap(address(token));
        vm.stopPrank();

        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(OwnableUpgradeable.OwnableUnauthorizedAccount.selector, bob));
        policy.unpause();
        vm.startPrank(admin);
        policy.unpause();
        policy.pause();
        policy.unpause();
        vm.stopPrank();
        vm.prank(alice);
        ILabToken born = tokenizer.tokenize(labId, 1, "VITA", keyOf(labId), HASH, signature);
        vm.assertEq(born.labId(), labId);
    }

    function _upgradeTo(address code) private {
        vm.prank(admin);
        policy.upgradeToAndCall(code, "");
    }
}
