// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {IOclTermsPermissioner} from "../src/interfaces/IOclTermsPermissioner.sol";
import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {WrappedLabToken} from "../src/WrappedLabToken.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {GasBurner, ReturnBomb, RevertBomb} from "./actors/OwnerActors.sol";
import {DecimalsOnly, OddToken, OldToken, PlainToken} from "./actors/TokenActors.sol";

contract OclTokenizerAttachTokenTest is TokenizerTest {
    function test_anExistingTokenBecomesTheLabs() external {
        PlainToken plain = new PlainToken(6, 1000);
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));

        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokensCreated(
            labId,
            labNft.oclIdOf(labId),
            address(plain),
            alice,
            1000,
            KEY,
            HASH,
            "Plain",
            "PLN"
        );
        vm.prank(alice);
        WrappedLabToken token = WrappedLabToken(
            address(tokenizer.attachToken(labId, KEY, HASH, signature, address(plain)))
        );

        vm.assertEq(tokenizer.tokenized(labId), address(token));
        vm.assertEq(address(token.wrappedToken()), address(plain));
        vm.assertEq(token.labId(), labId);
        vm.assertEq(token.metadata().s3Key, KEY);
        vm.assertEq(token.name(), "Plain");
        vm.assertEq(token.symbol(), "PLN");
        vm.assertEq(token.decimals(), 6);
        vm.assertEq(token.totalSupply(), 1000);
        vm.assertEq(token.totalIssued(), 1000);
        vm.assertEq(token.balanceOf(address(this)), 1000);
        vm.assertEq(plain.totalSupply(), 1000);
        vm.assertTrue(bytes(token.uri()).length > 0);
    }

    function test_aWrappedTokenIsReadOnly() external {
        ILabToken token = _attach(address(new PlainToken(18, 1)));
        vm.startPrank(alice);
        vm.expectRevert(ILabToken.WrappedTokenIsReadOnly.selector);
        tokenizer.issue(address(token), 1, alice);
        vm.expectRevert(ILabToken.WrappedTokenIsReadOnly.selector);
        tokenizer.cap(address(token));
        vm.expectRevert(ILabToken.WrappedTokenIsReadOnly.selector);
        token.issue(alice, 1);
        vm.stopPrank();
        vm.assertFalse(token.capped());
    }

    function testFuzz_eighteenDecimalsAreTheMost(uint8 decimals) external {
        address plain = address(new PlainToken(decimals, 1));
        if (decimals <= 18) _attach(plain);
        else _refused(IOclTokenizer.InvalidTokenDecimals.selector, plain);
    }

    function test_whatIsNoTokenIsRefused() external {
        _refused(IOclTokenizer.ZeroAddress.selector, address(0));
        _refused(IOclTokenizer.InvalidTokenContract.selector, outsider);
        _refused(IOclTokenizer.InvalidTokenDecimals.selector, address(labNft));
        _refused(IOclTokenizer.InvalidTokenDecimals.selector, address(new OddToken(type(uint256).max, "")));
        _refused(IOclTokenizer.InvalidTokenDecimals.selector, address(new RevertBomb()));
        _refused(IOclTokenizer.InvalidTokenDecimals.selector, address(new GasBurner()));
        _refused(IOclTokenizer.InvalidTokenDecimals.selector, address(new ReturnBomb()));
        _refused(IOclTokenizer.InvalidTokenContract.selector, address(new DecimalsOnly()));
    }

    function test_aTokenThatNamesItselfIn32BytesIsRead() external {
        uint256 labId = newLab();
        address old = address(new OldToken());
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokensCreated(labId, labNft.oclIdOf(labId), old, alice, 5, KEY, HASH, "Maker", "MKR");
        vm.prank(alice);
        tokenizer.attachToken(labId, KEY, HASH, signature, old);
    }

    function testFuzz_anyAnswerToTheQuestionForItsNameIsSurvived(bytes memory answer) external {
        _attach(address(new OddToken(18, answer)));
    }

    function test_aNameOfMoreThan256BytesIsLeftOut() external {
        uint256 labId = newLab();
        address odd = address(new OddToken(18, abi.encode(string(new bytes(257)))));
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokensCreated(labId, labNft.oclIdOf(labId), odd, alice, 5, KEY, HASH, "", "");
        vm.prank(alice);
        tokenizer.attachToken(labId, KEY, HASH, signature, odd);
    }

    function test_theChecksComeInOrder() external {
        uint256 labId = newLab();
        address plain = address(new PlainToken(18, 1));
        vm.prank(outsider);
        vm.expectRevert(IOclTokenizer.MustControlLab.selector);
        tokenizer.attachToken(labId, "", HASH, "", address(0));
        vm.startPrank(alice);
        vm.expectRevert(IOclTokenizer.InvalidS3Key.selector);
        tokenizer.attachToken(labId, "", HASH, "", address(0));
        vm.expectRevert(IOclTermsPermissioner.InvalidSignature.selector);
        tokenizer.attachToken(labId, KEY, HASH, "", plain);
        vm.stopPrank();
    }

    function _attach(address token) private returns (ILabToken) {
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.prank(alice);
        return tokenizer.attachToken(labId, KEY, HASH, signature, token);
    }

    function _refused(bytes4 reason, address token) private {
        uint256 labId = newLab();
        vm.prank(alice);
        vm.expectRevert(reason);
        tokenizer.attachToken(labId, KEY, HASH, "", token);
    }
}
