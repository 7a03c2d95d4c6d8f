// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {LabToken} from "../src/LabToken.sol";
import {TokenizerTest} from "./TokenizerTest.sol";

/// @notice Claims to be the token of any lab.
contract Impostor {
    uint256 public immutable labId;

    constructor(uint256 labId_) {
        labId = labId_;
    }

    function issue(address, uint256) external {}
}

contract OclTokenizerIssuanceTest is TokenizerTest {
    function testFuzz_theControllerIssues(uint128 first, uint128 second) external {
        (LabToken token, ) = newToken(first);
        vm.startPrank(alice);
        tokenizer.issue(address(token), second, bob);
        token.issue(carol, 3);
        vm.stopPrank();
        vm.assertEq(token.balanceOf(bob), second);
        vm.assertEq(token.balanceOf(carol), 3);
        vm.assertEq(token.totalIssued(), uint256(first) + second + 3);
    }

    function test_nobodyElseIssuesOrCaps() external {
        (LabToken token, ) = newToken(1);
        address[3] memory others = [outsider, admin, address(token)];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.startPrank(others[i]);
            vm.expectRevert(IOclTokenizer.MustControlLab.selector);
            tokenizer.issue(address(token), 1, others[i]);
            vm.expectRevert(IOclTokenizer.MustControlLab.selector);
            tokenizer.cap(address(token));
            vm.expectRevert(ILabToken.MustControlLab.selector);
            token.issue(others[i], 1);
            vm.expectRevert(ILabToken.MustControlLab.selector);
            token.cap();
            vm.stopPrank();
        }
    }

    /// @notice A contract that the holder calls mints and caps nothing.
    function test_whoSentTheTransactionControlsNothing() external {
        (LabToken token, ) = newToken(1);
        vm.prank(outsider, alice);
        vm.expectRevert(IOclTokenizer.MustControlLab.selector);
        tokenizer.issue(address(token), 1, outsider);
        vm.prank(outsider, alice);
        vm.expectRevert(IOclTokenizer.MustControlLab.selector);
        tokenizer.cap(address(token));
        vm.prank(outsider, alice);
        vm.expectRevert(ILabToken.MustControlLab.selector);
        token.issue(outsider, 1);
        vm.prank(outsider, alice);
        vm.expectRevert(ILabToken.MustControlLab.selector);
        token.cap();
        vm.prank(outsider, address(tokenizer));
        vm.expectRevert(ILabToken.MustControlLab.selector);
        token.issue(outsider, 1);
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.prank(outsider, alice);
        vm.expectRevert(IOclTokenizer.MustControlLab.selector);
        tokenizer.tokenize(labId, 1, "VITA", keyOf(labId), HASH, signature);
        // And the holder acts whoever began the transaction.
        vm.prank(alice, outsider);
        tokenizer.issue(address(token), 1, bob);
        vm.assertEq(token.balanceOf(bob), 1);
    }

    function test_aLabThatDoesNotExistHasNoController() external {
        vm.assertEq(tokenizer.controllerOf(labNft.nextTokenId()), address(0));
    }

    /// @notice Whatever was issued: the lab of a token is the one that it was made for.
    function test_theHolderOfAnotherLabControlsNothing() external {
        (LabToken token, uint256 labId) = newToken(2);
        (, uint256 otherLabId, ) = mintLab(bob);
        vm.assertEq(token.totalIssued(), otherLabId);
        vm.startPrank(bob);
        vm.expectRevert(ILabToken.MustControlLab.selector);
        token.issue(bob, 1);
        vm.expectRevert(ILabToken.MustControlLab.selector);
        token.cap();
        vm.stopPrank();
        vm.assertEq(token.labId(), labId);
        vm.assertEq(token.name(), "Lab Tokens of Lab #1");
        vm.prank(alice);
        token.issue(alice, 1);
        vm.assertEq(token.totalIssued(), 3);
    }

    function test_issuanceGoesWithTheLab() external {
        (LabToken token, uint256 labId) = newToken(1);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, labId);
        vm.prank(alice);
        vm.expectRevert(IOclTokenizer.MustControlLab.selector);
        tokenizer.issue(address(token), 1, alice);
        vm.prank(bob);
        tokenizer.issue(address(token), 1, bob);
        vm.assertEq(token.balanceOf(bob), 1);
    }

    function test_aCapIsPermanent() external {
        (LabToken token, uint256 labId) = newToken(10);
        vm.prank(alice);
        token.burn(4);
        vm.expectEmit(true, true, true, true, address(token));
        emit ILabToken.Capped(10);
        vm.prank(alice);
        tokenizer.cap(address(token));
        vm.prank(alice);
        labNft.transferFrom(alice, bob, labId);
        vm.startPrank(bob);
        vm.expectRevert(ILabToken.TokenCapped.selector);
        tokenizer.issue(address(token), 1, bob);
        vm.expectRevert(ILabToken.TokenCapped.selector);
        token.issue(bob, 1);
        vm.stopPrank();
        vm.assertEq(token.totalSupply(), 6);
        vm.assertEq(token.totalIssued(), 10);
    }

    function test_cappingTwiceIsSilent() external {
        (LabToken token, ) = newToken(1);
        vm.startPrank(alice);
        tokenizer.cap(address(token));
        vm.recordLogs();
        tokenizer.cap(address(token));
        vm.stopPrank();
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_whatWasIssuedAlwaysFits() external {
        (LabToken token, ) = newToken(type(uint256).max);
        vm.startPrank(alice);
        token.burn(type(uint256).max);
        vm.expectRevert();
        tokenizer.issue(address(token), 1, alice);
        tokenizer.cap(address(token));
        vm.stopPrank();
        vm.assertEq(token.totalIssued(), type(uint256).max);
    }

    /// @notice Burned tokens count although the supply alone has room.
    function test_whatWasIssuedFitsBesideWhatRemains() external {
        uint256 quarter = 1 << 254;
        (LabToken half, ) = newToken(3 * quarter);
        (LabToken one, ) = newToken(type(uint256).max);
        vm.startPrank(alice);
        half.burn(quarter);
        vm.expectRevert();
        half.issue(alice, quarter);
        half.issue(alice, quarter - 1);
        vm.assertEq(half.totalIssued(), type(uint256).max);
        one.burn(type(uint256).max - 1);
        vm.expectRevert();
        one.issue(alice, 1);
        vm.stopPrank();
        vm.assertEq(one.totalSupply(), 1);
    }

    function test_aTokenThatBeginsEmptyIsIssued() external {
        (LabToken token, ) = newToken(0);
        vm.startPrank(alice);
        token.issue(alice, 0);
        token.issue(alice, 5);
        vm.stopPrank();
        vm.assertEq(token.totalIssued(), 5);
    }

    /// @notice The error of the balance, and no overflow of what was burned before.
    function test_nobodyBurnsMoreThanTheyHave() external {
        (LabToken token, ) = newToken(10);
        vm.startPrank(alice);
        token.burn(1);
        bytes memory refused = abi.encodeWithSelector(
            IERC20Errors.ERC20InsufficientBalance.selector,
            alice,
            9,
            type(uint256).max
        );
        vm.expectRevert(refused);
        token.burn(type(uint256).max);
        token.approve(bob, type(uint256).max);
        vm.stopPrank();
        vm.prank(bob);
        vm.expectRevert(refused);
        token.burnFrom(alice, type(uint256).max);
        vm.assertEq(token.totalIssued(), 10);
    }

    function test_burningByAllowanceCounts() external {
        (LabToken token, ) = newToken(10);
        vm.prank(alice);
        token.approve(bob, 4);
        vm.prank(bob);
        token.burnFrom(alice, 4);
        vm.assertEq(token.totalSupply(), 6);
        vm.assertEq(token.totalIssued(), 10);
    }

    function test_foreignTokensAreNotIssued() external {
        (, uint256 labId) = newToken(1);
        address[4] memory foreign = [address(new Impostor(labId)), address(labNft), address(0), alice];
        vm.startPrank(alice);
        for (uint256 i = 0; i < foreign.length; ++i) {
            vm.expectRevert(IOclTokenizer.LabTokenNotControlledByTokenizer.selector);
            tokenizer.issue(foreign[i], 1, alice);
            vm.expectRevert(IOclTokenizer.LabTokenNotControlledByTokenizer.selector);
            tokenizer.cap(foreign[i]);
        }
        address code = tokenizer.labTokenImplementation();
        vm.expectRevert(IOclTokenizer.LabTokenNotControlledByTokenizer.selector);
        tokenizer.issue(code, 1, alice);
        vm.stopPrank();
    }

    function test_theUriIsJsonWhateverTheTextHolds() external {
        newLab();
        uint256 labId = newLab();
        string memory key = string.concat(keyOf(labId), '","name":"evil\\\n');
        ILabToken.Metadata memory metadata = ILabToken.Metadata(labId, alice, key, HASH);
        bytes memory signature = sign(ALICE_KEY, termsHash(metadata));
        vm.prank(alice);
        ILabToken token = tokenizer.tokenize(labId, 7, '"}', key, HASH, signature);
        string memory json = jsonIn(token.uri());
        vm.assertEq(vm.parseJsonString(json, ".name"), "Lab Tokens of Lab #2");
        vm.assertEq(vm.parseJsonString(json, ".symbol"), '"}');
        vm.assertEq(vm.parseJsonString(json, ".description"), "Tokens of Lab #2");
        vm.assertEq(vm.parseJsonUint(json, ".decimals"), 18);
        vm.assertEq(vm.parseJsonString(json, ".properties.supply"), "7");
        vm.assertEq(vm.parseJsonString(json, ".properties.agreement_key"), key);
        vm.assertEq(vm.parseJsonUint(json, ".properties.lab_id"), labId);
        vm.assertEq(vm.parseJsonAddress(json, ".properties.original_owner"), alice);
        vm.assertEq(vm.parseJsonAddress(json, ".properties.erc20_contract"), address(token));
        vm.assertEq(vm.parseJsonBytes32(json, ".properties.agreement_content_hash"), HASH);
    }
}
