// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {WrappedLabToken} from "../src/WrappedLabToken.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {Vm} from "./Vm.sol";
import {AnswersAtGas} from "./actors/AnswersAtGas.sol";
import {GasBurner, ReturnBomb, RevertBomb} from "./actors/OwnerActors.sol";
import {
    AcceptsEverySignature,
    AnsweringToken,
    AnswersRight,
    BombToken,
    OwnedToken,
    PlainToken,
    ReenteringToken,
    RoleToken,
    SlowOwnerToken
} from "./actors/TokenActors.sol";

/// @notice A claim keeps nobody out; a proof keeps others out as long as it could be given again.
contract OclTokenizerRightTest is TokenizerTest {
    uint256 private constant BOB_KEY = 0xb0b;

    function test_aSquatterKeepsNobodyOut() external {
        PlainToken token = new PlainToken(18, 1e24);
        uint256 squatters = _attach(BOB_KEY, address(token));
        uint256 rightful = _attach(ALICE_KEY, address(token));
        vm.assertEq(tokenizer.attachedTo(address(token)), 0);
        _right(squatters, IOclTokenizer.Right.CLAIMED);
        _right(rightful, IOclTokenizer.Right.CLAIMED);
    }

    function test_theOwnerOfATokenProvesAfterASquatter() external {
        OwnedToken token = new OwnedToken();
        uint256 squatters = _attach(BOB_KEY, address(token));
        token.setOwner(uint160(alice));
        uint256 rightful = _attachProved(ALICE_KEY, address(token), alice, 0);
        vm.assertEq(tokenizer.attachedTo(address(token)), rightful);
        _right(rightful, IOclTokenizer.Right.PROVED);
        _right(squatters, IOclTokenizer.Right.CLAIMED);

        _cannotAttach(BOB_KEY, address(token), rightful);
        _cannotProve(bob, squatters, abi.encodeWithSelector(IOclTokenizer.RightNotProved.selector, token));
    }

    function test_aTokenWithoutAnOwnerIsClaimed() external {
        OwnedToken renounced = new OwnedToken();
        uint256 labId = _attach(ALICE_KEY, address(renounced));
        _cannotProve(alice, labId, abi.encodeWithSelector(IOclTokenizer.RightNotProved.selector, renounced));
        _right(labId, IOclTokenizer.Right.CLAIMED);
    }

    /// @notice The team's timelock owns the token. It proves the right by holding the lab itself.
    function test_aTimelockProvesAsTheHolder() external {
        address timelock = address(new AcceptsEverySignature());
        OwnedToken token = new OwnedToken();
        token.setOwner(uint160(timelock));
        uint256 labId = _attach(ALICE_KEY, address(token));
        _attach(BOB_KEY, address(token));
        _right(labId, IOclTokenizer.Right.CLAIMED);
        vm.prank(alice);
        labNft.transferFrom(alice, timelock, labId);
        _prove(timelock, labId);
        vm.assertEq(tokenizer.attachedTo(address(token)), labId);
    }

    function test_theWrapperSaysInWordsWhetherTheRightIsProved() external {
        OwnedToken token = new OwnedToken();
        newLab();
        uint256 labId = _attach(ALICE_KEY, address(token));
        WrappedLabToken wrapper = WrappedLabToken(tokenizer.tokenized(labId));
        vm.assertEq(_description(wrapper), "Attached by Lab #2: claimed, not proved");
        token.setOwner(uint160(alice));
        _prove(alice, labId);
        vm.assertEq(_description(wrapper), "Attached by Lab #2: right proved");
        token.setOwner(uint160(outsider));
        vm.assertEq(_description(wrapper), "Attached by Lab #2: right proved earlier, not now");
    }

    function test_theAccountOfTheLabProves() external {
        OwnedToken token = new OwnedToken();
        uint256 labId = _attach(ALICE_KEY, address(token));
        address account = labNft.accountOf(labId);
        token.setOwner(uint160(account));
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokenRightProved(address(token), labId, account, 0);
        _prove(alice, labId);
        _right(labId, IOclTokenizer.Right.PROVED);
    }

    function test_anAdministratorOfTheTokenProves() external {
        RoleToken token = new RoleToken(alice);
        uint256 labId = _attachProved(ALICE_KEY, address(token), alice, 0);
        _cannotAttach(BOB_KEY, address(token), labId);
        RoleToken other = new RoleToken(address(this));
        uint256 second = _attach(ALICE_KEY, address(other));
        address account = labNft.accountOf(second);
        _cannotProve(alice, second, abi.encodeWithSelector(IOclTokenizer.RightNotProved.selector, other));
        other.grantRole(bytes32(0), account);
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokenRightProved(address(other), second, account, 0);
        _prove(alice, second);
    }

    function test_theHolderProvesWhereTheAccountIsAnAdministratorToo() external {
        RoleToken token = new RoleToken(address(this));
        uint256 labId = _attach(ALICE_KEY, address(token));
        token.grantRole(bytes32(0), labNft.accountOf(labId));
        token.grantRole(bytes32(0), alice);
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokenRightProved(address(token), labId, alice, 0);
        _prove(alice, labId);
    }

    function test_anotherRoleOfTheTokenProvesNothing() external {
        RoleToken token = new RoleToken(address(this));
        token.grantRole(keccak256("MINTER_ROLE"), alice);
        _right(_attach(ALICE_KEY, address(token)), IOclTokenizer.Right.CLAIMED);
    }

    /// @notice `owner()` moves from Alice to Bob, and each attaches to the own lab.
    function test_theNextOwnerTakesOverAndTheFormerOneHasProvedEarlier() external {
        OwnedToken token = new OwnedToken();
        token.setOwner(uint160(alice));
        uint256 first = _attachProved(ALICE_KEY, address(token), alice, 0);
        _cannotAttach(BOB_KEY, address(token), first);
        token.setOwner(uint160(bob));
        _right(first, IOclTokenizer.Right.PROVED_EARLIER);
        uint256 second = _attachProved(BOB_KEY, address(token), bob, first);
        vm.assertEq(tokenizer.attachedTo(address(token)), second);
        vm.assertTrue(tokenizer.tokenized(first) != address(0));
        _right(first, IOclTokenizer.Right.PROVED_EARLIER);
        _right(second, IOclTokenizer.Right.PROVED);
        _cannotProve(alice, first, abi.encodeWithSelector(IOclTokenizer.RightNotProved.selector, token));

        token.setOwner(uint160(alice));
        _right(second, IOclTokenizer.Right.PROVED_EARLIER);
        _right(first, IOclTokenizer.Right.PROVED_EARLIER);
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokenRightProved(address(token), first, alice, second);
        _prove(alice, first);
        _right(first, IOclTokenizer.Right.PROVED);
        _right(second, IOclTokenizer.Right.PROVED_EARLIER);
    }

    function test_aRightThatComesBackNeedsNoSecondProof() external {
        OwnedToken token = new OwnedToken();
        token.setOwner(uint160(alice));
        uint256 labId = _attach(ALICE_KEY, address(token));
        token.setOwner(0);
        _right(labId, IOclTokenizer.Right.PROVED_EARLIER);
        uint256 claim = _attach(BOB_KEY, address(token));
        vm.assertEq(tokenizer.attachedTo(address(token)), labId);
        _right(claim, IOclTokenizer.Right.CLAIMED);
        token.setOwner(uint160(alice));
        _right(labId, IOclTokenizer.Right.PROVED);
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokenRightProved(address(token), labId, alice, 0);
        _prove(alice, labId);
    }

    /// @notice Owner and administrator are two labs. The first that proves stays, as long as it has its right.
    function test_oneOfTwoRightfulLabsProves() external {
        RoleToken token = new RoleToken(alice);
        uint256 first = _attach(ALICE_KEY, address(token));
        vm.prank(alice);
        token.grantRole(bytes32(0), bob);
        _cannotAttach(BOB_KEY, address(token), first);
        vm.prank(alice);
        token.renounceRole(bytes32(0), alice);
        uint256 second = _attachProved(BOB_KEY, address(token), bob, first);
        vm.assertEq(tokenizer.attachedTo(address(token)), second);
    }

    function test_twoClaimsThatCouldProveAreOneProof() external {
        RoleToken token = new RoleToken(address(this));
        uint256 first = _attach(ALICE_KEY, address(token));
        uint256 second = _attach(BOB_KEY, address(token));
        token.grantRole(bytes32(0), alice);
        token.grantRole(bytes32(0), bob);
        _prove(bob, second);
        _cannotProve(alice, first, abi.encodeWithSelector(IOclTokenizer.TokenOfAnotherLab.selector, second));
        _right(first, IOclTokenizer.Right.CLAIMED);
    }

    /// @notice The right is that of the present holder: a sale of the lab alone ends it.
    function test_aSaleOfTheLabAloneEndsTheRight() external {
        OwnedToken token = new OwnedToken();
        token.setOwner(uint160(alice));
        uint256 labId = _attach(ALICE_KEY, address(token));
        vm.prank(alice);
        labNft.transferFrom(alice, bob, labId);
        _right(labId, IOclTokenizer.Right.PROVED_EARLIER);
        _cannotProve(alice, labId, abi.encodeWithSelector(IOclTokenizer.MustControlLab.selector));
        _cannotProve(bob, labId, abi.encodeWithSelector(IOclTokenizer.RightNotProved.selector, token));
        uint256 next = _attachProved(ALICE_KEY, address(token), alice, labId);
        vm.assertEq(tokenizer.attachedTo(address(token)), next);
    }

    function test_theAccountsRightGoesWithTheLab() external {
        OwnedToken token = new OwnedToken();
        uint256 labId = _attach(ALICE_KEY, address(token));
        token.setOwner(uint160(labNft.accountOf(labId)));
        _prove(alice, labId);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, labId);
        _right(labId, IOclTokenizer.Right.PROVED);
        _prove(bob, labId);
    }

    function test_onlyTheControllerProves() external {
        OwnedToken token = new OwnedToken();
        uint256 labId = _attach(ALICE_KEY, address(token));
        token.setOwner(uint160(alice));
        bytes memory refused = abi.encodeWithSelector(IOclTokenizer.MustControlLab.selector);
        _cannotProve(bob, labId, refused);
        _cannotProve(labNft.accountOf(labId), labId, refused);
        _cannotProve(alice, 999, refused);
        // A call that Alice signs for another contract proves nothing.
        vm.prank(outsider, alice);
        vm.expectRevert(refused);
        tokenizer.proveRight(labId);
    }

    function test_onlyAnAttachedTokenIsProved() external {
        uint256 empty = newLab();
        _cannotProve(alice, empty, abi.encodeWithSelector(IOclTokenizer.NoAttachedToken.selector, empty));
        _right(empty, IOclTokenizer.Right.NONE);
        (, uint256 created) = newToken(1);
        _cannotProve(alice, created, abi.encodeWithSelector(IOclTokenizer.NoAttachedToken.selector, created));
        _right(created, IOclTokenizer.Right.CREATED);
    }

    /// @notice An attacker gives the token to the account of the victim. The victim's own token stays as it is.
    function test_aTokenGivenToTheVictimChangesNothingForIt() external {
        OwnedToken own = new OwnedToken();
        own.setOwner(uint160(alice));
        uint256 victims = _attach(ALICE_KEY, address(own));
        OwnedToken poison = new OwnedToken();
        poison.setOwner(uint160(bob));
        uint256 attackers = _attach(BOB_KEY, address(poison));
        poison.setOwner(uint160(labNft.accountOf(victims)));
        _right(victims, IOclTokenizer.Right.PROVED);
        _right(attackers, IOclTokenizer.Right.PROVED_EARLIER);
        vm.assertEq(tokenizer.attachedTo(address(poison)), attackers);
        _prove(alice, victims);
        vm.assertEq(tokenizer.attachedTo(address(own)), victims);
        vm.assertEq(tokenizer.attachedTo(address(poison)), attackers);
    }

    /// @notice The seller proves once more in the block in which the token's ownership moves, before and after.
    function test_aProofInFrontOfTheBuyersEndsWithTheOwnership() external {
        OwnedToken token = new OwnedToken();
        token.setOwner(uint160(alice));
        uint256 buyers = _attach(BOB_KEY, address(new OwnedToken()));
        uint256 first = _attach(ALICE_KEY, address(token));
        _prove(alice, first);
        token.setOwner(uint160(bob));
        _cannotProve(alice, first, abi.encodeWithSelector(IOclTokenizer.RightNotProved.selector, token));
        uint256 second = _attachProved(BOB_KEY, address(token), bob, first);
        _right(second, IOclTokenizer.Right.PROVED);
        _right(buyers, IOclTokenizer.Right.CLAIMED);
    }

    function test_anAnswerToEveryQuestionProvesNothing() external {
        uint256[4] memory answers = [uint256(1), uint256(uint160(alice)) | (1 << 160), type(uint256).max, 2];
        for (uint256 i = 0; i < answers.length; ++i) {
            uint256 labId = _attach(ALICE_KEY, address(new AnsweringToken(abi.encode(answers[i]))));
            _right(labId, IOclTokenizer.Right.CLAIMED);
        }
    }

    function test_onlyAWordIsAnAnswer() external {
        bytes memory owner = abi.encode(alice);
        _claimed(new AnswersRight(Ownable.owner.selector, abi.encodePacked(alice)));
        _claimed(new AnswersRight(Ownable.owner.selector, abi.encode(alice, 0)));
        _claimed(new AnswersRight(Ownable.owner.selector, abi.encode(uint256(uint160(alice)) | (1 << 160))));
        _claimed(new AnswersRight(Ownable.owner.selector, ""));
        _claimed(new AnswersRight(IAccessControl.hasRole.selector, abi.encode(2)));
        _claimed(new AnswersRight(IAccessControl.hasRole.selector, abi.encode(type(uint256).max)));
        _claimed(new AnswersRight(IAccessControl.hasRole.selector, abi.encode(true, 0)));
        _claimed(new AnswersRight(IAccessControl.hasRole.selector, hex"01"));
        // Everybody is its administrator, so it says nothing about this lab.
        _claimed(new AnswersRight(IAccessControl.hasRole.selector, abi.encode(true)));
        _attachProved(ALICE_KEY, address(new AnswersRight(Ownable.owner.selector, owner)), alice, 0);
    }

    function test_bombsProveNothing() external {
        address[3] memory bombs = [address(new GasBurner()), address(new ReturnBomb()), address(new RevertBomb())];
        for (uint256 i = 0; i < bombs.length; ++i) {
            uint256 before = gasleft();
            uint256 labId = _attach(ALICE_KEY, address(new BombToken(bombs[i])));
            vm.assertTrue(before - gasleft() < 3_000_000);
            _right(labId, IOclTokenizer.Right.CLAIMED);
        }
    }

    function test_aTokenIsAskedForItsOwnerWith100000Gas() external {
        _attachProved(ALICE_KEY, address(new SlowOwnerToken(alice, 99_000)), alice, 0);
        _right(_attach(ALICE_KEY, address(new SlowOwnerToken(alice, 100_500))), IOclTokenizer.Right.CLAIMED);
    }

    function test_everyQuestionHasExactly100000Gas() external {
        (address token, uint256 labId) = _proved();
        vm.etch(token, AnswersAtGas.code(100_000, 0, uint160(alice)));
        _right(labId, IOclTokenizer.Right.PROVED);
        vm.etch(token, AnswersAtGas.code(100_001, 0, uint160(alice)));
        _right(labId, IOclTokenizer.Right.PROVED_EARLIER);
        vm.etch(token, AnswersAtGas.code(99_999, 0, uint160(alice)));
        _right(labId, IOclTokenizer.Right.PROVED_EARLIER);
    }

    /// @notice Whatever gas the caller sends, a question has all of its gas or is not asked.
    function test_noQuestionIsAskedWithLessGas() external {
        (address token, uint256 labId) = _proved();
        vm.etch(token, AnswersAtGas.code(100_000, 0, uint160(alice)));
        _provedOrRefused(labId);
        // The last that is asked about is the account.
        vm.etch(token, AnswersAtGas.code(100_000, uint160(labNft.accountOf(labId)), 1));
        _provedOrRefused(labId);
    }

    /// @notice Little gas does not make the right of another lab look ended.
    function test_gasOfTheCallerDecidesNothing() external {
        SlowOwnerToken token = new SlowOwnerToken(alice, 90_000);
        uint256 labId = _attach(ALICE_KEY, address(token));
        uint256 refused = 0;
        for (uint256 gas = 40_000; gas < 240_000; gas += 5_000) {
            try tokenizer.rightOf{gas: gas}(labId) returns (IOclTokenizer.Right right) {
                vm.assertTrue(right == IOclTokenizer.Right.PROVED);
            } catch (bytes memory reason) {
                if (bytes4(reason) == IOclTokenizer.NotEnoughGas.selector) ++refused;
            }
        }
        vm.assertTrue(refused > 0);
    }

    /// @notice The token changes its answers between two transactions; each is judged by what it says then.
    function test_changingAnswersMoveOnlyTheirOwnToken() external {
        OwnedToken token = new OwnedToken();
        uint256 first = _attach(ALICE_KEY, address(token));
        uint256 second = _attach(BOB_KEY, address(token));
        for (uint256 i = 0; i < 4; ++i) {
            (address owner, uint256 labId) = i % 2 == 0 ? (alice, first) : (bob, second);
            token.setOwner(uint160(owner));
            _prove(owner, labId);
            vm.assertEq(tokenizer.attachedTo(address(token)), labId);
        }
        _right(first, IOclTokenizer.Right.PROVED_EARLIER);
    }

    /// @notice The question is static, so a token that calls back cannot answer.
    function test_aTokenThatCallsBackIsNotHeard() external {
        uint256 labId = newLab();
        bytes memory call = abi.encodeCall(tokenizer.proveRight, (labId));
        ReenteringToken token = new ReenteringToken(alice, address(tokenizer), call);
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.prank(alice);
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, address(token));
        vm.assertEq(tokenizer.attachedTo(address(token)), labId);
        _right(labId, IOclTokenizer.Right.PROVED);
    }

    /// @notice The token is a key that delegates to the code of a token (EIP-7702) and then ends the delegation.
    function test_aDelegatedKeyAsATokenKeepsNobodyOut() external {
        address key = vm.addr(0x7702);
        OwnedToken code = new OwnedToken();
        vm.etch(key, abi.encodePacked(hex"ef0100", code));
        OwnedToken(key).setOwner(uint160(bob));
        uint256 labId = _attach(BOB_KEY, key);
        vm.assertEq(tokenizer.attachedTo(key), labId);
        _right(labId, IOclTokenizer.Right.PROVED);
        vm.etch(key, "");
        _right(labId, IOclTokenizer.Right.PROVED_EARLIER);
    }

    /// @notice A holder whose key delegates to code is the owner like any other.
    function test_aDelegatedKeyProvesAsTheHolder() external {
        OwnedToken token = new OwnedToken();
        token.setOwner(uint160(alice));
        vm.etch(alice, abi.encodePacked(hex"ef0100", address(new GasBurner())));
        uint256 labId = _attach(ALICE_KEY, address(token));
        _right(labId, IOclTokenizer.Right.PROVED);
    }

    function test_aProofIsOneLogMore() external {
        OwnedToken token = new OwnedToken();
        token.setOwner(uint160(alice));
        vm.recordLogs();
        uint256 labId = _attach(ALICE_KEY, address(token));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 proofs = 0;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != IOclTokenizer.TokenRightProved.selector) continue;
            ++proofs;
            vm.assertEq(logs[i].topics[2], bytes32(labId));
        }
        vm.assertEq(proofs, 1);
    }

    function _proved() private returns (address token, uint256 labId) {
        OwnedToken owned = new OwnedToken();
        owned.setOwner(uint160(alice));
        return (address(owned), _attach(ALICE_KEY, address(owned)));
    }

    function _provedOrRefused(uint256 labId) private view {
        (uint256 proved, uint256 refused) = (0, 0);
        for (uint256 gas = 100_000; gas < 150_000; gas += 20) {
            try tokenizer.rightOf{gas: gas}(labId) returns (IOclTokenizer.Right right) {
                vm.assertTrue(right == IOclTokenizer.Right.PROVED);
                ++proved;
            } catch (bytes memory reason) {
                if (bytes4(reason) == IOclTokenizer.NotEnoughGas.selector) ++refused;
            }
        }
        vm.assertTrue(proved > 10 && refused > 10);
    }

    function _claimed(AnswersRight token) private {
        _right(_attach(ALICE_KEY, address(token)), IOclTokenizer.Right.CLAIMED);
        vm.assertEq(tokenizer.attachedTo(address(token)), 0);
    }

    function _description(WrappedLabToken wrapper) private view returns (string memory) {
        return vm.parseJsonString(jsonIn(wrapper.uri()), ".description");
    }

    /// @dev The wrapper of an attached token says the same.
    function _right(uint256 labId, IOclTokenizer.Right expected) private view {
        vm.assertEq(uint256(tokenizer.rightOf(labId)), uint256(expected));
        if (expected < IOclTokenizer.Right.CLAIMED) return;
        vm.assertEq(uint256(WrappedLabToken(tokenizer.tokenized(labId)).right()), uint256(expected));
    }

    function _attachProved(
        uint256 key,
        address token,
        address prover,
        uint256 previousLabId
    ) private returns (uint256 labId) {
        bytes memory signature;
        (labId, signature) = _signedLab(key);
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokenRightProved(token, labId, prover, previousLabId);
        vm.prank(vm.addr(key));
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, token);
    }

    function _attach(uint256 key, address token) private returns (uint256 labId) {
        bytes memory signature;
        (labId, signature) = _signedLab(key);
        vm.prank(vm.addr(key));
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, token);
    }

    function _signedLab(uint256 key) private returns (uint256 labId, bytes memory signature) {
        (, labId, ) = mintLab(vm.addr(key));
        signature = sign(key, termsHash(labId));
    }

    function _cannotAttach(uint256 key, address token, uint256 labId) private {
        (uint256 own, bytes memory signature) = _signedLab(key);
        vm.prank(vm.addr(key));
        vm.expectRevert(abi.encodeWithSelector(IOclTokenizer.TokenOfAnotherLab.selector, labId));
        tokenizer.attachToken(own, keyOf(own), HASH, signature, token);
    }

    function _prove(address holder, uint256 labId) private {
        vm.prank(holder);
        tokenizer.proveRight(labId);
    }

    function _cannotProve(address caller, uint256 labId, bytes memory reason) private {
        vm.prank(caller);
        vm.expectRevert(reason);
        tokenizer.proveRight(labId);
    }
}
