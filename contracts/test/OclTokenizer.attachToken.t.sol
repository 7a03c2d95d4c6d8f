// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {IOclTermsPermissioner} from "../src/interfaces/IOclTermsPermissioner.sol";
import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {LabToken} from "../src/LabToken.sol";
import {WrappedLabToken} from "../src/WrappedLabToken.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {Vm} from "./Vm.sol";
import {SupplyByGas} from "./actors/GasActors.sol";
import {GasBurner, ReturnBomb, RevertBomb} from "./actors/OwnerActors.sol";
import {AnswersEverything, DecimalsOnly, MutableToken, NamesLab, OddToken, OldToken, PlainToken} from "./actors/TokenActors.sol";

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
            keyOf(labId),
            HASH,
            "Plain",
            "PLN"
        );
        vm.recordLogs();
        vm.prank(alice);
        WrappedLabToken token = WrappedLabToken(
            address(tokenizer.attachToken(labId, keyOf(labId), HASH, signature, address(plain)))
        );

        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 3);
        vm.assertEq(logs[1].topics[0], IOclTokenizer.TokenWrapped.selector);
        vm.assertEq(logs[1].topics[1], bytes32(uint256(uint160(address(plain)))));
        vm.assertEq(logs[1].topics[2], bytes32(uint256(uint160(address(token)))));
        vm.assertEq(logs[1].topics[3], bytes32(labId));
        vm.assertEq(tokenizer.tokenized(labId), address(token));
        vm.assertEq(tokenizer.attachedTo(address(plain)), 0);
        vm.assertEq(address(token.wrappedToken()), address(plain));
        vm.assertEq(token.labId(), labId);
        vm.assertEq(token.metadata().s3Key, keyOf(labId));
        vm.assertEq(token.name(), "Plain");
        vm.assertEq(token.symbol(), "PLN");
        vm.assertEq(token.decimals(), 6);
        vm.assertEq(token.totalSupply(), 1000);
        vm.assertEq(token.totalIssued(), 1000);
        vm.assertEq(token.balanceOf(address(this)), 1000);
        vm.assertEq(plain.totalSupply(), 1000);
        string memory json = jsonIn(token.uri());
        vm.assertEq(vm.parseJsonString(json, ".name"), "Plain");
        vm.assertEq(vm.parseJsonString(json, ".symbol"), "PLN");
        vm.assertEq(vm.parseJsonString(json, ".description"), "Attached by Lab #1: claimed, not proved");
        vm.assertEq(vm.parseJsonUint(json, ".decimals"), 6);
        vm.assertEq(vm.parseJsonString(json, ".properties.supply"), "1000");
        vm.assertEq(vm.parseJsonAddress(json, ".properties.erc20_contract"), address(plain));
    }

    function test_theDecimalsAreThoseOfTheAttachment() external {
        MutableToken token = new MutableToken();
        WrappedLabToken wrapper = WrappedLabToken(address(_attach(address(token))));
        vm.assertEq(uint256(wrapper.decimals()), 6);
        vm.assertFalse(wrapper.decimalsHaveChanged());
        string memory before = wrapper.uri();
        token.setDecimals(77);
        vm.assertEq(uint256(wrapper.decimals()), 6);
        vm.assertTrue(wrapper.decimalsHaveChanged());
        vm.assertEq(wrapper.uri(), before);
        token.setDecimals(type(uint256).max);
        vm.assertTrue(wrapper.decimalsHaveChanged());
        token.setDecimals(6);
        vm.assertFalse(wrapper.decimalsHaveChanged());
        vm.etch(address(token), "");
        vm.assertTrue(wrapper.decimalsHaveChanged());
        vm.assertEq(uint256(wrapper.decimals()), 6);
        vm.assertEq(address(wrapper.wrappedToken()), address(token));
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

    function test_aTokenWithNineteenDecimalsIsRefused() external {
        _attach(address(new PlainToken(18, 1)));
        _refused(IOclTokenizer.InvalidTokenDecimals.selector, address(new PlainToken(19, 1)));
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

    function test_tokensAndWrappersOfThisTokenizerAreRefused() external {
        (LabToken labToken, uint256 first) = newToken(1);
        ILabToken wrapper = _attach(address(new PlainToken(18, 1)));

        _refused(abi.encodeWithSelector(IOclTokenizer.TokenOfAnotherLab.selector, first), address(labToken));
        _refused(abi.encodeWithSelector(IOclTokenizer.TokenOfAnotherLab.selector, wrapper.labId()), address(wrapper));
        vm.assertEq(tokenizer.attachedTo(address(labToken)), 0);
    }

    function test_aTokenThatOnlyNamesALabIsAttached() external {
        (, uint256 labId) = newToken(1);
        NamesLab impostor = new NamesLab(labId);
        ILabToken wrapper = _attach(address(impostor));
        vm.assertEq(tokenizer.tokenized(wrapper.labId()), address(wrapper));
    }

    function test_aTextAtAnotherOffsetIsNotRead() external {
        bytes memory shifted = abi.encode(uint256(0x40), uint256(0), uint256(1), bytes32("X"));
        bytes memory tooLong = abi.encode(uint256(0x20), uint256(33), bytes32("X"));
        bytes memory early = abi.encode(uint256(0), uint256(1), bytes32("X"));
        bytes[3] memory answers = [shifted, tooLong, early];
        for (uint256 i = 0; i < answers.length; ++i) {
            address odd = address(new OddToken(18, answers[i]));
            uint256 labId = newLab();
            bytes memory signature = sign(ALICE_KEY, termsHash(labId));
            vm.expectEmit(true, true, true, true, address(tokenizer));
            emit IOclTokenizer.TokensCreated(labId, labNft.oclIdOf(labId), odd, alice, 5, keyOf(labId), HASH, "", "");
            vm.prank(alice);
            tokenizer.attachToken(labId, keyOf(labId), HASH, signature, odd);
        }
    }

    function test_aTokenThatNamesItselfIn32BytesIsRead() external {
        uint256 labId = newLab();
        address old = address(new OldToken());
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokensCreated(labId, labNft.oclIdOf(labId), old, alice, 5, keyOf(labId), HASH, "Maker", "MKR");
        vm.prank(alice);
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, old);
    }

    function testFuzz_anyAnswerToTheQuestionForItsNameIsSurvived(bytes memory answer) external {
        _attach(address(new OddToken(18, answer)));
    }

    function test_aNameOfAtMost256BytesIsRead() external {
        string memory longest = string(new bytes(256));
        _attachNamed(abi.encode(longest), longest);
        _attachNamed(abi.encode(string(new bytes(257))), "");
        _attachNamed(abi.encode(""), "");
    }

    function test_aNameIn32BytesEndsAtTheFirstZero() external {
        _attachNamed(abi.encode(bytes32(0)), "");
        _attachNamed(abi.encode(bytes32("A")), "A");
        _attachNamed("0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef");
    }

    function test_aNumberHas32Bytes() external {
        _refused(IOclTokenizer.InvalidTokenDecimals.selector, address(new AnswersEverything(new bytes(31))));
        _attach(address(new AnswersEverything(new bytes(32))));
    }

    function test_aTokenIsAskedWith100000Gas() external {
        SupplyByGas token = new SupplyByGas();
        uint256 supply = token.totalSupply{gas: 100_000}();
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokensCreated(
            labId,
            labNft.oclIdOf(labId),
            address(token),
            alice,
            supply,
            keyOf(labId),
            HASH,
            "",
            ""
        );
        vm.prank(alice);
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, address(token));
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
        tokenizer.attachToken(labId, keyOf(labId), HASH, "", plain);
        vm.stopPrank();
    }

    /// @dev The token answers the questions for its name and symbol with `answer`; both are logged as `text`.
    function _attachNamed(bytes memory answer, string memory text) private {
        uint256 labId = newLab();
        address odd = address(new OddToken(18, answer));
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.expectEmit(true, true, true, true, address(tokenizer));
        emit IOclTokenizer.TokensCreated(labId, labNft.oclIdOf(labId), odd, alice, 5, keyOf(labId), HASH, text, text);
        vm.prank(alice);
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, odd);
    }

    function _attach(address token) private returns (ILabToken) {
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.prank(alice);
        return tokenizer.attachToken(labId, keyOf(labId), HASH, signature, token);
    }

    function _refused(bytes4 reason, address token) private {
        _refused(abi.encodeWithSelector(reason), token);
    }

    function _refused(bytes memory reason, address token) private {
        uint256 labId = newLab();
        vm.prank(alice);
        vm.expectRevert(reason);
        tokenizer.attachToken(labId, keyOf(labId), HASH, "", token);
    }
}
